import ArgumentParser
import AtriumSDK

/// The parsing library at work: words to what was given, help, completion scripts.
enum CommandParsing {
    /// Reads the arguments of the command at the end of a scan's path.
    ///
    /// The scan has found the command: the library sees it as a root, so that it describes no groups above it to itself.
    /// - Throws: ``AtriumError`` with code `usage` in the library's words, in one line.
    static func given(_ scan: ArgumentScan, root: CommandNode) throws -> [String: Parameter.Given] {
        return try CommandTypes.$current.withValue(CommandTypes(root: scan.node, path: [])) {
            let type = CommandTypes.root
            do {
                return (try type.parseAsRoot(scan.arguments) as? any ParsedCommand)?.given ?? [:]
            } catch {
                let command = ([root] + scan.path).map(\.name).joined(separator: " ")
                throw AtriumError(
                    .usage, oneLine(type.message(for: error)), remedy: "see “\(command) --help”")
            }
        }
    }

    /// The help of the last node of a path, wrapped to a width, ended by a newline.
    static func help(_ path: [CommandNode], root: CommandNode, columns: Int) -> String {
        CommandTypes.$current.withValue(CommandTypes(root: root, path: path)) {
            let text = CommandTypes.root.helpMessage(for: CommandTypes.command(path.count), columns: columns)
            return text.hasSuffix("\n") ? text : text + "\n"
        }
    }

    /// A completion script for all commands of a tree.
    ///
    /// - Throws: ``AtriumError`` with code `usage` for a shell that is none of bash, zsh and fish.
    static func completionScript(shell name: String, root: CommandNode) throws -> String {
        guard let shell = CompletionShell(rawValue: name) else {
            throw AtriumError(
                .usage, "there is no completion script for “\(name)”", remedy: "use bash, zsh or fish")
        }
        return CommandTypes.$current.withValue(CommandTypes(tree: root)) {
            CommandTypes.root.completionScript(for: shell)
        }
    }

    /// All commands of a tree as JSON, as the library describes them to what makes manuals of them.
    static func description(root: CommandNode) -> String {
        CommandTypes.$current.withValue(CommandTypes(tree: root)) { CommandTypes.root._dumpHelp() }
    }

    /// The library's message as the first half of our own: one line, without a full stop or a capital.
    private static func oneLine(_ message: String) -> String {
        let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let body = words.hasSuffix(".") ? String(words.dropLast()) : words
        return body.prefix(1).lowercased() + body.dropFirst()
    }
}
