import AtriumSDK
import Foundation
import Logging
import Synchronization

/// Writes the log: one line for each message, on the standard error stream, with what is known of it as `name=value`.
///
/// `2026-03-01T09:30:00Z info request method=GET route="GET /habits/{id}" status=200 …`: the instant in UTC. A value with
/// blanks stands in quotes, and nothing that a client sends can begin a line. It is made for a line with each request, of
/// which it takes a fraction of what swift-log's own handler takes.
struct LineLog: LogHandler {
    /// Where the lines go.
    let queue: LineQueue
    var metadata = Logger.Metadata()
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var all = metadata
        // What is said of one message counts more than what is so for all.
        if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
        if let given = event.metadata { all.merge(given) { $1 } }
        queue.add(
            Self.line(at: Self.now(), event.level, event.message.description, all, error: event.error))
    }

    init(_ queue: LineQueue) { self.queue = queue }

    /// The present second as text, which many lines share.
    private static func now() -> String {
        let second = time(nil)
        return present.withLock { present in
            if present.second != second {
                present = (second, Timestamp.text(Date(timeIntervalSince1970: Double(second))))
            }
            return present.text
        }
    }

    private static let present = Mutex((second: 0, text: ""))

    /// The text of a line, with its end.
    static func line(
        at instant: String, _ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata,
        error: (any Error)? = nil
    ) -> String {
        var line = instant
        line += " "
        line += level.rawValue
        line += " "
        append(message, isValue: false, to: &line)
        for (name, value) in metadata.sorted(by: { $0.key < $1.key }) {
            line += " "
            line += name
            line += "="
            if case .string(let text) = value {
                append(text, isValue: true, to: &line)
            } else {
                append(value.description, isValue: true, to: &line)
            }
        }
        if let error {
            line += " error="
            append("\(error)", isValue: true, to: &line)
        }
        line += "\n"
        return line
    }

    private static func append(_ text: String, isValue: Bool, to line: inout String) {
        let isPlain = text.utf8.allSatisfy {
            0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\"") || !isValue && $0 == 0x20
        }
        // As JSON: in quotes, control characters escaped.
        line += isPlain && !text.isEmpty ? text : DataValue.text(text).json
    }

    /// The line that stands in the place of those for which there was no room.
    static func line(dropped count: Int) -> String {
        line(at: now(), .warning, "lines dropped", ["count": "\(count)"])
    }
}
