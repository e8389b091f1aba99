import AtriumHost
import AtriumSDK
import Foundation

/// `--exec PROGRAM` of a query whose items come due: runs a program of the user's for each item, once or until it succeeds.
///
/// No shell is asked and nothing of an item is an argument, since titles come from files of strangers: the program finds the
/// fields in its environment, and all of them as JSON on its standard input. What it writes goes to standard error. Only
/// a terminal can ask for it; over HTTP the query is one as any other.
struct DueProgram {
    /// The option.
    static let option = FieldDeclaration(
        "exec", .text,
        help: "Run this program for each record that became due since the last run with this option.")

    /// The longest value that is put into the environment, in bytes: the system takes no more than four times that.
    private static let longestValue = 32_768

    /// The program: a path, or a name that is looked for in PATH.
    let path: String
    /// After how many seconds a program that does not end is ended, and counts as failed.
    var patience = 60.0

    /// Runs the program for what came due, and prints what failed; with `--json` all items.
    ///
    /// A program that is not there is refused also where nothing came due.
    /// - Returns: the exit status: 75 where the program failed for an item, which then comes again the next time.
    func run(
        _ entry: CatalogEntry, _ values: DataObject, _ session: Session, _ invocation: Invocation
    ) throws -> Int32 {
        guard !path.allSatisfy(\.isWhitespace), !path.utf8.contains(0) else {
            throw AtriumError(.usage, "--exec is empty", remedy: "name a program")
        }
        guard values.names.isEmpty else {
            throw AtriumError(
                .usage, "--exec cannot be combined with other options: it runs for everything newly due",
                remedy: "leave out --\(FieldDeclaration.kebabCase(values.names[0]))")
        }
        // Nothing may be due for weeks: a wrong name is to be seen when the timer is set up.
        try ChildProcess.requireProgram(path)
        var failures: [String: String] = [:]
        let (items, warnings) = try Interruption.watching(
            message: "atrium: interrupted; the next run reports the rest",
            of: invocation.streams
        ) { interruption in
            try session.handOnDue(entry) { item in
                if interruption?.isRequested == true { throw Self.interrupted }
                guard let reason = try failure(item, interruption) else { return true }
                if interruption?.isRequested == true { throw Self.interrupted }
                failures[item["uid"]?.textValue ?? ""] = reason
                return false
            }
        }
        let errors = invocation.streams.errors
        for item in items {
            guard let reason = failures[item.values["uid"]?.textValue ?? ""] else { continue }
            let title = TerminalText.visible(item.values["title"]?.textValue ?? "")
            let program = TerminalText.visible(path)
            try errors.write(
                "atrium: \(program) \(reason) for “\(title)”; the next run tries again\n")
        }
        for warning in warnings { try errors.write("atrium: warning: \(TerminalText.visible(warning))\n") }
        if invocation.printer.isJSON {
            let values = items.map { item -> DataValue in
                var values = item.values
                values["succeeded"] = .bool(item.isTaken)
                return .object(values)
            }
            try invocation.printer.printJSON(.object(["items": .list(values)]))
        }
        return items.allSatisfy(\.isTaken) ? 0 : AtriumError.Code.tryAgain.exitStatus
    }

    /// What is said where the user, or the timer, wants to stop.
    private static var interrupted: AtriumError {
        AtriumError(
            .tryAgain, "interrupted", remedy: "the next run reports the rest")
    }

    /// Runs the program for an item, and says how it failed; nil where it did not.
    ///
    /// - Throws: ``AtriumError`` where the program cannot be run at all.
    func failure(_ item: DataObject, _ interruption: Interruption? = nil) throws -> String? {
        let child = ChildProcess(path: path, variables: Self.variables(of: item), input: item.json + "\n")
        return switch try child.run(patience: patience, interruption: interruption) {
        case .exited(0): nil
        case .exited(let status): "failed with exit status \(status)"
        case .killed(let signal): "was killed by signal \(signal)"
        case .overdue: "did not end within \(Int(patience)) seconds"
        }
    }

    /// The environment variables that an item's fields become: `cameDue` is `ATRIUM_CAME_DUE`; nil: there is no value, and
    /// the variable is not set.
    ///
    /// What is too long for the environment stands in the JSON alone.
    static func variables(of item: DataObject) -> [String: String?] {
        item.entries.reduce(into: [:]) { variables, entry in
            let name = FieldDeclaration.kebabCase(entry.name).replacing("-", with: "_").uppercased()
            let text = entry.value.isNull ? "" : ValueText.cell(entry.value).replacing("\0", with: "\u{FFFD}")
            let isGiven = !text.isEmpty && text.utf8.count <= longestValue
            variables.updateValue(isGiven ? text : nil, forKey: "ATRIUM_" + name)
        }
    }
}

extension DataObject {
    /// The object as JSON text.
    fileprivate var json: String { DataValue.object(self).json }
}
