import AtriumSDK
import Foundation

/// The text of the desktop's clipboard, by whichever program of the system reads it.
enum Clipboard {
    /// A program that writes the clipboard's text to its standard output.
    private struct Reader {
        let program: String
        let arguments: [String]
        /// The environment variable without which it finds no clipboard; nil: it needs none.
        let display: String?
    }

    private static let readers = [
        Reader(program: "wl-paste", arguments: ["--no-newline"], display: "WAYLAND_DISPLAY"),
        Reader(program: "xclip", arguments: ["-selection", "clipboard", "-out"], display: "DISPLAY"),
        Reader(program: "xsel", arguments: ["--clipboard", "--output"], display: "DISPLAY"),
        Reader(program: "pbpaste", arguments: [], display: nil),
    ]

    /// Reads the clipboard.
    ///
    /// - Parameter environment: says where programs are (`PATH`), and which display there is.
    /// - Throws: ``AtriumError``: `unavailable` where no program reads it, or none has a display to read it from,
    ///   `inputOutput` where the program fails, `badData` where there is no text.
    static func text(environment: [String: String]) throws -> String {
        let instead: Guidance = "use - as the text and pipe it in"
        let present = readers.compactMap { reader in
            path(of: reader.program, environment).map { (reader: reader, path: $0) }
        }
        guard !present.isEmpty else {
            throw AtriumError(
                .unavailable, "found no program that reads the clipboard",
                remedy: "install wl-clipboard, xclip or xsel, or \(instead)")
        }
        let usable = present.first { found in
            found.reader.display.map { !environment[$0, default: ""].isEmpty } ?? true
        }
        guard let (reader, path) = usable else {
            throw AtriumError(
                .unavailable, "there is no display with a clipboard",
                remedy: "run it in a desktop session, or \(instead)")
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = reader.arguments
        process.environment = environment
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw AtriumError(
                .inputOutput, "\(reader.program) could not be run", remedy: instead)
        }
        let content = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw AtriumError(
                .inputOutput, "\(reader.program) returned no text from the clipboard",
                remedy: "copy a text first, or \(instead)")
        }
        guard let text = String(validating: content, as: UTF8.self), !text.isEmpty else {
            throw AtriumError(
                .badData, "the clipboard contains no text", remedy: "copy a text first, or \(instead)")
        }
        return text
    }

    private static func path(of program: String, _ environment: [String: String]) -> String? {
        let folders = environment["PATH", default: ""].split(separator: ":").filter { $0.hasPrefix("/") }
        return folders.map { "\($0)/\(program)" }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }
}
