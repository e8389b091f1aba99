import AtriumHost
import Glibc

/// One line on a terminal's standard error that says how far an import has come; nothing where it is no terminal.
///
/// For each file a bar, the share that is read, the items, the rate and the time that is left.
final class ProgressLine {
    private let output: any ByteOutput
    private let clock: () -> Double
    private var lastShown = -1.0
    private var isVisible = false
    private var isFinishing = false
    private var path = ""
    private var begin = 0.0
    /// Redrawing more often than this, in seconds, only costs time.
    ///
    /// Eight times a second leaves room for the one that is drawn at once: ten in no second.
    private static let interval = 0.125
    private static let barWidth = 20

    /// Makes a line that is not yet shown; the clock gives seconds.
    init(_ output: any ByteOutput, clock: @escaping () -> Double = ProgressLine.monotonicSeconds) {
        self.output = output
        self.clock = clock
    }

    /// Shows how far the import has come.
    ///
    /// Where standard error cannot be written to, the import goes on without.
    func show(_ progress: ImportProgress) {
        let now = clock()
        if progress.path != path {
            path = progress.path
            begin = now
        }
        // The last of all is said once only: it is not to be lost behind a line that was drawn a moment ago.
        let isDue = now - lastShown >= Self.interval || progress.isFinishing && !isFinishing
        // The width is asked for each time: a window may have been made narrower.
        guard isDue, let columns = output.terminalColumns else { return }
        isFinishing = progress.isFinishing
        lastShown = now
        isVisible = true
        let text = Self.text(progress, seconds: now - begin, columns: columns - 1)
        try? output.write("\r\u{1B}[K" + text)
        try? output.flush()
    }

    /// Takes the line away again.
    func clear() throws {
        guard isVisible else { return }
        isVisible = false
        try output.write("\r\u{1B}[K")
        try output.flush()
    }

    /// The line, no wider than the terminal: the path gives way first.
    static func text(_ progress: ImportProgress, seconds: Double, columns: Int) -> String {
        if progress.isFinishing {
            return TerminalText.truncated("finishing: updating index and history", to: columns)
        }
        var parts: [String] = []
        let share = progress.byteCount.flatMap { $0 > 0 ? min(1, Double(progress.bytes) / Double($0)) : nil }
        if let share {
            let full = Int(share * Double(barWidth))
            let bar = String(repeating: "#", count: full) + String(repeating: "-", count: barWidth - full)
            parts.append("[\(bar)] \(Int(share * 100))%")
        }
        parts.append("\(progress.items) \(progress.items == 1 ? "entry" : "entries")")
        // A rate over less than a moment says nothing.
        if seconds >= 0.5 {
            parts.append("\(Int(Double(progress.items) / seconds))/s")
            if let share, share > 0.01, share < 1 {
                parts.append(duration(seconds / share - seconds) + " left")
            }
        }
        let rest = parts.joined(separator: "  ")
        let room = columns - TerminalText.width(rest) - 2
        guard room >= 8 else { return TerminalText.truncated(rest, to: columns) }
        return TerminalText.truncated(TerminalText.visible(progress.path), to: room) + "  " + rest
    }

    /// Seconds as `0:07` or `1:02:03`.
    private static func duration(_ seconds: Double) -> String {
        let all = Int(min(seconds, 359_999).rounded(.up))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (minutes, hours) = (all / 60 % 60, all / 3600)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(all % 60))" : "\(minutes):\(two(all % 60))"
    }

    private static func monotonicSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
