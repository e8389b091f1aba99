/// Words that tell a person what to do, in which commands and their fields are named as such.
///
/// Each surface spells them its own way: where a terminal says `atrium imports list` and `--format`, HTTP says
/// `GET /api/v1/imports/list` and `format`. So nobody is sent to a terminal who is at none.
///
/// ```swift
/// remedy: "\(command: "modules list") shows which there are"
/// remedy: "enable it with \(command: "modules enable", .argument("id", id))"
/// remedy: "say \(flag: "yes") to do it"
/// remedy: "use \(field: "format") with one of: \(names)"
/// ```
public struct Guidance: Sendable, Hashable {
    /// A piece of it.
    public enum Part: Sendable, Hashable {
        /// Words that are the same everywhere.
        case words(String)
        /// A command by its words, as `imports list`, with values of its fields.
        case command(String, [Value])
        /// A field of the command at hand.
        case field(Value)
        /// Words that only somebody at a terminal needs, such as an example of a command line.
        case terminal(String)
    }

    /// A field of a command, with a value or without.
    public struct Value: Sendable, Hashable {
        /// The field's name as it is declared.
        public let name: String
        /// The value; nil where only the field is named.
        public let value: String?
        /// How a terminal takes it: as an option of this name; nil: as a bare word.
        public let option: String?
        /// Whether it is a boolean, of which a terminal has the option alone.
        public let isFlag: Bool

        /// A value that a terminal takes as a bare word.
        public static func argument(_ name: String, _ value: String) -> Value {
            Value(name: name, value: value, option: nil, isFlag: false)
        }

        /// A value that a terminal takes after an option.
        ///
        /// - Parameter option: the option without its dashes, where it is not the name in a terminal's spelling.
        public static func option(_ name: String, _ value: String?, as option: String? = nil) -> Value {
            Value(name: name, value: value, option: option ?? spelling(ofOption: name), isFlag: false)
        }

        /// A boolean that is to be true.
        public static func flag(_ name: String) -> Value {
            Value(name: name, value: "true", option: spelling(ofOption: name), isFlag: true)
        }

        /// `dateOrder` as `date-order`.
        private static func spelling(ofOption name: String) -> String {
            name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
        }

        fileprivate var commandLine: String {
            guard let option else { return value ?? name.uppercased() }
            return "--" + option + (isFlag ? "" : value.map { " " + $0 } ?? "")
        }
    }

    /// The pieces in order.
    public private(set) var parts: [Part]

    /// Guidance in words alone.
    public init(_ words: String) { parts = words.isEmpty ? [] : [.words(words)] }

    init(parts: [Part]) { self.parts = parts }

    /// Whether it says nothing.
    public var isEmpty: Bool { parts.isEmpty }

    /// The text, the pieces that are no words as a surface spells them.
    public func text(spelling: (Part) -> String) -> String {
        parts.reduce(into: "") { text, part in
            if case .words(let words) = part { text += words } else { text += spelling(part) }
        }
    }

    /// One after the other.
    public static func + (left: Guidance, right: Guidance) -> Guidance {
        var sum = left
        for part in right.parts {
            // As in a literal: the same text is equal however it was made.
            if case .words(let before) = sum.parts.last, case .words(let words) = part {
                sum.parts[sum.parts.count - 1] = .words(before + words)
            } else {
                sum.parts.append(part)
            }
        }
        return sum
    }
}

extension Guidance: CustomStringConvertible {
    /// The text as a terminal says it.
    public var description: String {
        text { part in
            switch part {
            case .words(let words): words
            case .command(let words, let values):
                (["atrium", words] + values.map(\.commandLine)).joined(separator: " ")
            case .field(let value): value.commandLine
            case .terminal(let words): words
            }
        }
    }
}

extension Guidance: ExpressibleByStringInterpolation {
    /// Guidance in words alone.
    public init(stringLiteral value: String) { self.init(value) }

    /// Guidance of a literal with commands and fields in it.
    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// What a literal holds.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        /// Begins a literal.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds words.
        public mutating func appendLiteral(_ literal: String) {
            guard !literal.isEmpty else { return }
            // Words that follow each other are one piece, so that the same text is equal however it was made.
            if case .words(let before) = parts.last {
                parts[parts.count - 1] = .words(before + literal)
            } else {
                parts.append(.words(literal))
            }
        }

        /// Adds a value as words.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            appendLiteral(value.description)
        }

        /// Adds other guidance.
        public mutating func appendInterpolation(_ guidance: Guidance) {
            for part in guidance.parts {
                if case .words(let words) = part { appendLiteral(words) } else { parts.append(part) }
            }
        }

        /// Names a command by its words, with values of its fields.
        public mutating func appendInterpolation(command words: String, _ values: Value...) {
            parts.append(.command(words, values))
        }

        /// Names a field of the command at hand, with a value or without.
        public mutating func appendInterpolation(
            field name: String, _ value: String? = nil, as option: String? = nil
        ) {
            parts.append(.field(.option(name, value, as: option)))
        }

        /// Adds words for a terminal alone.
        public mutating func appendInterpolation(terminal words: String) {
            parts.append(.terminal(words))
        }

        /// Names a boolean field of the command at hand, which is to be true.
        public mutating func appendInterpolation(flag name: String) {
            parts.append(.field(.flag(name)))
        }
    }
}
