import Foundation

/// What Swift files declare, by the paths that documentation links to it with, `Instant/init(_:)`; those links; and how
/// long functions are.
///
/// It goes by lines and their indentation, which `swift format` holds: what a type declares stands one step further in
/// than the type, what stands further in than that is part of a body.
struct Declarations {
    /// A name in two backticks.
    struct Link {
        var path: String
        /// The paths of the types around it and of the type that it documents, the outermost first.
        var scopes: [String]
        /// The file and the line.
        var place: String
    }

    /// A function with a body.
    struct Function {
        var name: String
        /// The file and the line.
        var place: String
        /// From the line with the name to that with the brace at the end.
        var lineCount: Int
    }

    /// The links of all doc comments.
    private(set) var links: [Link] = []
    /// The functions of types and files; what is declared within them is part of them.
    private(set) var functions: [Function] = []
    private var paths: Set<String> = []
    /// What each type has members of beside its own: the names behind its colon.
    private var parents: [String: Set<String>] = [:]

    /// No declarations.
    init() {}

    /// What the files of some folders declare.
    init(folders: [String]) throws {
        for folder in folders {
            for file in try SourceTree.swiftFiles(below: folder) { add(file) }
        }
    }

    /// Adds what a file declares.
    mutating func add(_ file: SourceTree.File) {
        var scopes: [(path: String, indentation: Int)] = []
        var comment: [Int] = []
        var function: (name: String, index: Int, indentation: Int)?
        for (index, indentation, text) in file.code {
            if text.starts(with: "//".utf8) {
                if text.starts(with: "///".utf8) { comment.append(index) }
                continue
            }
            // Conditions, or the brace or parenthesis before a body, end nothing.
            if text.first != UInt8(ascii: "{"), text.first != UInt8(ascii: ")"),
                !text.starts(with: "where ".utf8)
            {
                while let last = scopes.last, last.indentation >= indentation { scopes.removeLast() }
                if let begun = function, indentation <= begun.indentation {
                    if indentation == begun.indentation, text.first == UInt8(ascii: "}") {
                        functions.append(
                            Function(
                                name: begun.name, place: "\(file):\(begun.index + 1)",
                                lineCount: index - begun.index + 1))
                    }
                    function = nil
                }
            }
            let isMember = indentation == scopes.last.map { $0.indentation + 4 } ?? 0
            guard isMember || !comment.isEmpty else { continue }
            let declaration = Declaration(file.lines[index...])
            // An attribute on a line of its own stands between the comment and the declaration.
            if declaration == nil, text.first == UInt8(ascii: "@") { continue }
            let names = declaration?.names.map { (scopes.last.map { $0.path + "/" } ?? "") + $0 } ?? []
            if isMember {
                paths.formUnion(names)
                if declaration?.kind == .function { function = (names[0], index, indentation) }
            }
            if let declaration, declaration.kind == .type {
                parents[names[0], default: []].formUnion(declaration.parents)
                scopes.append((names[0], indentation))
            }
            addLinks(of: file, lines: comment, scopes: scopes.map(\.path))
            comment = []
        }
    }

    private mutating func addLinks(of file: SourceTree.File, lines: [Int], scopes: [String]) {
        for index in lines where file.lines[index].utf8.contains(UInt8(ascii: "`")) {
            let parts = file.lines[index].components(separatedBy: "``")
            for number in stride(from: 1, to: parts.count - 1, by: 2) {
                links.append(Link(path: parts[number], scopes: scopes, place: "\(file):\(index + 1)"))
            }
        }
    }

    /// Whether there is what a link names, seen from where it stands.
    ///
    /// - Parameter modules: the names that may stand before a path.
    func contains(_ link: Link, modules: Set<String>) -> Bool {
        // Of two of the name a link says which: `append(_:to:)-(OPMLOutline,_)`.
        let components = link.path.components(separatedBy: "-(")[0].components(separatedBy: "/")
        if contains(components, from: link.scopes) { return true }
        return modules.contains(components[0]) && contains(Array(components.dropFirst()), from: [])
    }

    private func contains(_ components: [String], from scopes: [String]) -> Bool {
        guard let name = components.last else { return false }
        guard components.count > 1 else {
            return paths.contains(name) || scopes.contains { has(name, in: $0) }
        }
        let type = components.dropLast().joined(separator: "/")
        return has(name, in: type) || scopes.contains { has(name, in: "\($0)/\(type)") }
    }

    /// Whether a type, or one that it is made from, has a member.
    private func has(_ member: String, in type: String) -> Bool {
        if paths.contains("\(type)/\(member)") { return true }
        return parents[type]?.contains { $0 != type && has(member, in: $0) } ?? false
    }
}

/// The beginning of one declaration.
private struct Declaration {
    /// What documentation calls it: a function by the labels of its parameters too; of `case a, b` both.
    var names: [String]
    var kind = Kind.other
    /// The names behind the colon of a type.
    var parents: [String] = []

    enum Kind {
        case type, function, other
    }

    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private", "static", "final", "override", "required",
        "convenience", "mutating", "nonmutating", "consuming", "borrowing", "indirect", "lazy", "weak",
        "unowned",
        "open", "nonisolated", "prefix", "postfix", "infix", "optional", "isolated",
    ]

    /// Reads the declaration that begins with the first of some lines; nil where none does.
    init?(_ lines: ArraySlice<Substring>) {
        var text = Header(lines)
        var keyword = text.word()
        while keyword.isEmpty && text.skipAttribute() || Self.modifiers.contains(keyword) {
            if Self.modifiers.contains(keyword) { text.skipParentheses() }
            keyword = text.word()
        }
        switch keyword {
        case "struct", "class", "enum", "protocol", "actor", "extension":
            kind = .type
            names = [text.word().split(separator: ".").joined(separator: "/")]
            parents = text.parents()
        case "func":
            kind = .function
            names = [text.name() + text.labels()]
        case "init", "subscript":
            kind = .function
            names = [keyword + text.labels()]
        case "typealias", "associatedtype": names = [String(text.word())]
        case "case": names = text.list().map { $0.nameWithLabels() }
        case "var", "let": names = text.list().map { $0.firstName() }
        default: return nil
        }
        names.removeAll(where: \.isEmpty)
        if names.isEmpty { return nil }
    }
}

/// The text of a declaration up to its body, read from left to right.
private struct Header {
    private var bytes: ArraySlice<UInt8>

    /// The line that a declaration begins with, and those that its parentheses and its list of parents go on over.
    init(_ lines: ArraySlice<Substring>) {
        var bytes: [UInt8] = []
        var depth = 0
        for line in lines.prefix(60) {
            for byte in line.utf8 {
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
                bytes.append(byte)
            }
            if depth <= 0, bytes.last != UInt8(ascii: ":"), bytes.last != UInt8(ascii: ",") { break }
            bytes.append(UInt8(ascii: " "))
        }
        self.bytes = bytes[...]
    }

    private init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    private mutating func skipSpaces() {
        bytes = bytes.drop { $0 == UInt8(ascii: " ") }
    }

    /// Whether arguments come next.
    var isCall: Bool { bytes.first == UInt8(ascii: "(") }

    /// Takes the next identifier, with dots; empty where something else comes.
    mutating func word() -> Substring {
        skipSpaces()
        let word = bytes.prefix { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte >= 0x80
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "$")
        }
        bytes = bytes[word.endIndex...]
        return Substring(decoding: word, as: UTF8.self)
    }

    /// Takes a name: an identifier, perhaps in backticks, or an operator.
    mutating func name() -> String {
        skipSpaces()
        if bytes.first == UInt8(ascii: "`") { bytes.removeFirst() }
        let word = word()
        if bytes.first == UInt8(ascii: "`") { bytes.removeFirst() }
        guard word.isEmpty else { return String(word) }
        let symbol = bytes.prefix { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: " ") }
        bytes = bytes[symbol.endIndex...]
        return String(decoding: symbol, as: UTF8.self)
    }

    /// The name at the beginning.
    func firstName() -> String {
        var rest = self
        return rest.name()
    }

    /// The name of a case, with the labels of what it carries.
    func nameWithLabels() -> String {
        var rest = self
        return rest.name() + (rest.isCall ? rest.labels() : "")
    }

    /// Takes an attribute with what it is given.
    ///
    /// - Returns: whether there was one, and a declaration behind it.
    mutating func skipAttribute() -> Bool {
        guard bytes.first == UInt8(ascii: "@") else { return false }
        bytes.removeFirst()
        _ = word()
        skipParentheses()
        skipSpaces()
        return !bytes.isEmpty
    }

    /// Takes what stands in parentheses, where they come next.
    mutating func skipParentheses() {
        guard isCall else { return }
        bytes.removeFirst()
        _ = list()
    }

    /// Takes what stands between commas, up to the parenthesis that closes it.
    mutating func list() -> [Header] {
        var parts: [Header] = []
        var depth = 0
        var isInString = false
        var start = bytes.startIndex
        var previous: UInt8 = 0
        var index = bytes.startIndex
        scan: while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\""), previous != UInt8(ascii: "\\") { isInString.toggle() }
            switch byte {
            case _ where isInString: break
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "<"): depth += 1
            case UInt8(ascii: ">") where previous == UInt8(ascii: "-"): break
            case UInt8(ascii: ")") where depth <= 0: break scan
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ">"): depth -= 1
            case UInt8(ascii: ",") where depth <= 0:
                parts.append(Header(bytes[start..<index]))
                start = index + 1
            default: break
            }
            previous = byte
            index += 1
        }
        parts.append(Header(bytes[start..<index]))
        bytes = bytes[min(index + 1, bytes.endIndex)...]
        return parts
    }

    /// Takes the parameters of a function or a case, as documentation names them: `(at:_:)`.
    mutating func labels() -> String {
        var bytes = bytes.drop { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "!") }
        if bytes.first == UInt8(ascii: "<") {
            // The parenthesis behind the types that a generic function is given.
            var depth = 0
            bytes = bytes.drop { byte in
                if byte == UInt8(ascii: "<") { depth += 1 }
                if byte == UInt8(ascii: ">") { depth -= 1 }
                return byte != UInt8(ascii: "(") || depth > 0
            }
        }
        self.bytes = bytes.drop { $0 != UInt8(ascii: "(") }.dropFirst()
        let labels = list().compactMap { parameter -> String? in
            var parameter = parameter
            parameter.skipSpaces()
            guard !parameter.bytes.isEmpty else { return nil }
            let hasLabel = parameter.bytes.contains(UInt8(ascii: ":"))
            let label = parameter.name()
            return hasLabel && !label.isEmpty ? label + ":" : "_:"
        }
        return "(" + labels.joined() + ")"
    }

    /// The names behind the colon of a type, but for what they are given themselves.
    func parents() -> [String] {
        let end = bytes.firstIndex(of: UInt8(ascii: "{")) ?? bytes.endIndex
        guard let colon = bytes[..<end].firstIndex(of: UInt8(ascii: ":")) else { return [] }
        var list = Header(bytes[(colon + 1)..<end])
        return list.list().map { parent in
            var parent = parent
            return parent.word().split(separator: ".").joined(separator: "/")
        }
    }
}

extension SourceTree.File {
    /// The lines with something on them that is not part of a text over several lines: the number from 0, how far in it
    /// stands, and what stands there.
    fileprivate var code: [(index: Int, indentation: Int, text: Substring.UTF8View)] {
        let quotes = "\"\"\"".utf8
        var isInText = false
        return lines.enumerated().compactMap { index, line in
            let text = line.utf8.drop { $0 == UInt8(ascii: " ") }
            let wasInText = isInText
            if wasInText {
                // The line that ends one may begin another.
                if text.starts(with: quotes) {
                    isInText = text.count > 3 && text.suffix(3).elementsEqual(quotes)
                }
                return nil
            }
            isInText = !text.starts(with: "//".utf8) && text.suffix(3).elementsEqual(quotes)
            return text.isEmpty ? nil : (index, line.utf8.count - text.count, text)
        }
    }
}
