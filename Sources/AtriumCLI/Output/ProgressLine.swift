import AtriumHost
import Glibc

/// One line on a terminal's standard error that says how far an import has come; nothing where it is no terminal.
final class ProgressLine {
    private let output: any ByteOutput
    private let columns: Int?
    private var lastShown = 0.0
    private var isVisible = false
    /// Redrawing more often than this, in seconds, only costs time.
    private static let interval = 0.1

    /// Makes a line that is not yet shown.
    init(_ output: any ByteOutput) {
        self.output = output
        columns = output.terminalColumns
    }

    /// Shows how far the import has come.
    ///
    /// Where standard error cannot be written to, the import goes on without.
    func show(_ progress: ImportProgress) {
        guard let columns, Self.now - lastShown >= Self.interval else { return }
        lastShown = Self.now
        isVisible = true
        let text = TerminalText.visible("\(progress.path): \(progress.items) items")
        try? output.write("\r\u{1B}[K" + TerminalText.truncated(text, to: columns - 1))
        try? output.flush()
    }

    /// Takes the line away again.
    func clear() throws {
        guard isVisible else { return }
        isVisible = false
        try output.write("\r\u{1B}[K")
        try output.flush()
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
