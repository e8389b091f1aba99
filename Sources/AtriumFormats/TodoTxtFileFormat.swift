public import AtriumSDK
import TextDecoding
import TodoTxtFormat

/// todo.txt files as the SDK's ``Format``.
///
/// Items hold a `TodoTxtTask`, and their sources are those of `TodoTxtSource`: blank lines stand in the
/// source of the task below. The container is the byte order mark of a file that has one, so that container
/// and items are the file.
public struct TodoTxtFileFormat: Format {
    /// Makes the format.
    public init() {}

    /// `todotxt`.
    public var id: FormatID { .todoTxt }
    /// `todotxt`; the files are known by their whole names.
    public var fileExtensions: [String] { ["todotxt"] }

    /// Whether a file is called `todo.txt` or `done.txt`, or its name ends with a point and one of these.
    public func isNamed(_ name: String) -> Bool {
        let name = name.split(separator: "/").last?.lowercased() ?? ""
        return ["todo.txt", "done.txt"].contains { name == $0 || name.hasSuffix("." + $0) }
            || hasExtension(name)
    }

    /// Likely or possible by the marks in its first lines; never certain, since any line can be a task.
    public func confidence(in prefix: [UInt8]) -> FormatConfidence {
        switch TodoTxtRecognition(prefix: decodedText(of: prefix)) {
        case .likely: .likely
        case .possible: .possible
        case .none: .none
        }
    }

    /// Whether a file that is named so is one although its content does not show it: if it is text.
    public func accepts(_ prefix: [UInt8]) -> Bool { isText(decodedText(of: prefix)) }

    /// Reads tasks; see ``Format/read(_:events:)``.
    public func read(_ file: any ImportFile, events: (ImportEvent) throws -> Void) throws -> String {
        do {
            var reader = TodoTxtReader(try FileByteSource(file))
            var next = try reader.next()
            try events(
                .container(Container(format: .todoTxt, source: reader.encoding.byteOrderMark, value: ())))
            while let item = next {
                for issue in reader.takeIssues() { try events(.issue(ImportIssue(issue, line: item.line))) }
                let value: any Sendable = item.task.map { $0 as any Sendable } ?? ()
                try events(
                    .item(
                        Item(
                            kind: item.task == nil ? .text : .todoTxtTask, source: item.source,
                            line: item.line, value: value, issues: [])))
                next = try reader.next()
            }
            return reader.encoding.map { $0.encoding.name } ?? "utf-8"
        } catch let error as TextTooLong {
            throw AtriumError(
                .badData, "the task on line \(error.line) is longer than 64 MB", remedy: "split the file")
        }
    }
}
