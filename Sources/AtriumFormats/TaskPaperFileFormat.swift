public import AtriumSDK
import TaskPaperFormat
import TextDecoding

/// TaskPaper files as the SDK's ``Format``.
///
/// Items hold a `TaskPaperItem`, and their sources are those of `TaskPaperSource`: what is no task stands in
/// the source of the next one. A container begins wherever tasks stand in other projects than those before;
/// its source are the lines of these projects, which it holds as `[TaskPaperLine]`, the outermost first. So
/// kept tasks are read again below them, and an export can write them again when the task is gone in whose
/// source they stood.
public struct TaskPaperFileFormat: Format {
    /// Makes the format.
    public init() {}

    /// `taskpaper`.
    public var id: FormatID { .taskPaper }
    /// `taskpaper`.
    public var fileExtensions: [String] { ["taskpaper"] }

    /// Likely or possible by projects, tasks and tags in its first lines; never certain, since lists look
    /// like it.
    public func confidence(in prefix: [UInt8]) -> FormatConfidence {
        switch TaskPaperRecognition(prefix: decodedText(of: prefix)) {
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
            var reader = TaskPaperReader(try FileByteSource(file))
            var projects: [TaskPaperLine]?
            while let item = try reader.next() {
                let above = item.item?.projects ?? []
                if projects != above {
                    projects = above
                    try events(.container(Self.container(above, reader.encoding.byteOrderMark)))
                }
                for issue in reader.takeIssues() { try events(.issue(ImportIssue(issue, line: item.line))) }
                let value: any Sendable = item.item.map { $0 as any Sendable } ?? ()
                try events(
                    .item(
                        Item(
                            kind: item.item == nil ? .text : .taskPaperTask, source: item.source,
                            line: item.line, value: value, issues: [])))
            }
            return reader.encoding.map { $0.encoding.name } ?? "utf-8"
        } catch let error as TextTooLong {
            throw AtriumError(
                .badData, "the task on line \(error.line), with the lines around it, is longer than 64 MB",
                remedy: "split the file")
        }
    }

    /// The container and below it the items, each from a line of its own.
    public func document(of items: [[UInt8]], in container: [UInt8]) -> [UInt8] {
        var document = container
        for (index, item) in items.enumerated() {
            if index > 0, document.last != 10 { document.append(10) }
            document += item
        }
        return document
    }

    private static func container(_ projects: [TaskPaperLine], _ mark: [UInt8]) -> Container {
        Container(
            format: .taskPaper, source: mark + projects.flatMap { $0.line + [10] }, value: projects)
    }
}
