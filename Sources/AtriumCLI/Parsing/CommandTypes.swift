import ArgumentParser

/// Swift types for commands that are known only at run time.
///
/// swift-argument-parser knows a command by its type. Here the type is generic over a number, ``RuntimeCommand``
/// over a ``BinaryNumber``, and the number is the place of the command's node in ``CommandTypes/current``. Numbers are
/// written as types, binary digit by binary digit, so that there are as many types as there are commands, and none is
/// made before it is needed.
struct CommandTypes: Sendable {
    /// The nodes that the types of the present task stand for.
    @TaskLocal static var current = CommandTypes()

    /// A node, and the types of the words that may follow it.
    struct Entry: Sendable {
        var node: CommandNode
        var children: [Int] = []
        /// The words above the node, the root's first.
        var parents: [String] = []
    }
    private(set) var entries: [Entry] = []

    private init() {}

    /// Types for a whole tree, for completion scripts.
    init(tree: CommandNode) {
        add(tree, below: [])
    }

    /// Types for the words along a path and for what follows its end directly: what parsing and help need.
    init(root: CommandNode, path: [CommandNode]) {
        var words: [String] = []
        for node in [root] + path {
            if let last = entries.indices.last { entries[last].children = [last + 1] }
            entries.append(Entry(node: node, parents: words))
            words.append(node.name)
        }
        guard let last = entries.indices.last else { return }
        for child in entries[last].node.children {
            entries[last].children.append(entries.count)
            entries.append(Entry(node: child, parents: words))
        }
    }

    @discardableResult
    private mutating func add(_ node: CommandNode, below words: [String]) -> Int {
        let index = entries.count
        entries.append(Entry(node: node, parents: words))
        for child in node.children {
            let number = add(child, below: words + [node.name])
            entries[index].children.append(number)
        }
        return index
    }

    /// The type of the root.
    static var root: any ParsableCommand.Type { command(0) }

    /// The type of a command by its number.
    static func command(_ number: Int) -> any ParsableCommand.Type {
        func type<Number: BinaryNumber>(_: Number.Type) -> any ParsableCommand.Type {
            RuntimeCommand<Number>.self
        }
        return type(self.number(number))
    }

    private static func number(_ value: Int) -> any BinaryNumber.Type {
        if value == 0 { return Zero.self }
        func even<High: BinaryNumber>(_: High.Type) -> any BinaryNumber.Type { Even<High>.self }
        func odd<High: BinaryNumber>(_: High.Type) -> any BinaryNumber.Type { Odd<High>.self }
        let high = number(value / 2)
        return value.isMultiple(of: 2) ? even(high) : odd(high)
    }
}

/// A number, as a type.
protocol BinaryNumber {
    /// The number.
    static var value: Int { get }
}

private enum Zero: BinaryNumber {
    static var value: Int { 0 }
}

private enum Even<High: BinaryNumber>: BinaryNumber {
    static var value: Int { High.value * 2 }
}

private enum Odd<High: BinaryNumber>: BinaryNumber {
    static var value: Int { High.value * 2 + 1 }
}
