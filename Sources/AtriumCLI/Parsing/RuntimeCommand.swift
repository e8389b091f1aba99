import ArgumentParser
import AtriumSDK

/// The command of the node with a number: parsed by swift-argument-parser, described by data.
///
/// The library learns what a command takes from the mirror of an empty value, and hands the words over by decoding;
/// both are made here from the node's parameters. A group takes the global options only.
struct RuntimeCommand<Number: BinaryNumber>: ParsableCommand, CustomReflectable, ParsedCommand {
    private(set) var given: [String: Parameter.Given] = [:]

    private static var entry: CommandTypes.Entry { CommandTypes.current.entries[Number.value] }

    static var configuration: CommandConfiguration {
        let entry = entry
        let children = entry.children.map { ($0, CommandTypes.current.entries[$0].node) }
        let hub = children.filter { $0.1.isForHub }.map { CommandTypes.command($0.0) }
        let others = children.filter { !$0.1.isForHub }.map { CommandTypes.command($0.0) }
        return CommandConfiguration(
            commandName: entry.node.name, abstract: entry.node.summary, usage: usage(entry),
            discussion: reflowed(entry.node.discussion),
            version: Number.value == 0 ? CommandLineTool.version : "",
            subcommands: others,
            groupedSubcommands: hub.isEmpty ? [] : [CommandGroup(name: "Hub", subcommands: hub)])
    }

    /// Paragraphs without the line breaks of the source code: help is wrapped to the terminal.
    private static func reflowed(_ text: String) -> String {
        var lines: [String] = []
        var isOpen = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let isIndented = line.first == " " || line.hasPrefix("- ")
            if isOpen, !line.isEmpty, !isIndented {
                lines[lines.count - 1] += " " + line
            } else {
                lines.append(String(line))
            }
            isOpen = !line.isEmpty && line.first != " "
        }
        return lines.joined(separator: "\n")
    }

    /// One line: the words, what must be given, and that there are options.
    private static func usage(_ entry: CommandTypes.Entry) -> String {
        let words = (entry.parents + [entry.node.name]).joined(separator: " ")
        guard let command = entry.node.command else { return words + " <command> ..." }
        return ([words] + command.parameters.compactMap(\.usage) + ["[options]"]).joined(separator: " ")
    }

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ParameterKey.self)
        for parameter in Self.entry.node.command?.parameters ?? [] {
            let name = parameter.field.name
            given[name] = try parameter.given(in: container, forKey: ParameterKey(name))
        }
        _ = try container.decode(OptionGroup<GlobalOptions>.self, forKey: ParameterKey.globals)
    }

    var customMirror: Mirror {
        var children: [Mirror.Child] = (Self.entry.node.command?.parameters ?? []).map {
            ($0.field.name, $0.definition)
        }
        children.append((ParameterKey.globals.stringValue, OptionGroup<GlobalOptions>()))
        return Mirror(self, children: children)
    }
}

/// A command that has been parsed, whatever its type.
protocol ParsedCommand {
    /// What was given, by the parameters' names.
    var given: [String: Parameter.Given] { get }
}

/// The name of a parameter as a key; also of the global options, which no field can be named like.
private struct ParameterKey: CodingKey {
    static let globals = ParameterKey("global options")
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
