/// Advice for a person, in which commands and their fields are marked.
///
/// Each surface spells commands and fields in its own way: a terminal prints `atrium imports list` and
/// `--format`, HTTP prints `GET /api/v1/imports/list` and `format`. Therefore a message over HTTP never
/// contains a command line.
///
/// ```swift
/// remedy: "\(command: "modules list") shows all modules"
/// remedy: "enable it with \(command: "modules enable", .argument("id", id))"
/// remedy: "say \(flag: "yes") to do it"
/// remedy: "use \(field: "format") with one of: \(names)"
/// ```
public struct Guidance: Sendable, Hashable {
    /// A piece of guidance.
    public enum Part: Sendable, Hashable {
        /// Words that every surface shows unchanged.
        case words(String)
        /// A command, identified by words such as `imports list`, with field values.
        case command(String, [Value])
        /// A field of the current command.
        case field(Value)
        /// Words that only a terminal shows, such as an example of a command line.
        case terminal(String)
    }

    /// A command field, with or without a value.
    public struct Value: Sendable, Hashable {
        /// The field's declared name.
        public let name: String
        /// The value, or nil if only the field is named.
        public let value: String?
        /// The terminal option's name, or nil if a terminal reads the value as a positional argument.
        public let option: String?
        /// True for a Boolean field, for which a terminal has an option without a value.
        public let isFlag: Bool

        /// Creates a value that a terminal reads as a positional argument.
        public static func argument(_ name: String, _ value: String) -> Value {
            Value(name: name, value: value, option: nil, isFlag: false)
        }

        /// Creates a value that a terminal reads after an option.
        ///
        /// - Parameter option: the option without dashes, or nil to use the field's name in kebab case.
        public static func option(_ name: String, _ value: String?, as option: String? = nil) -> Value {
            Value(name: name, value: value, option: option ?? spelling(ofOption: name), isFlag: false)
        }

        /// Creates a Boolean field with the value true.
        public static func flag(_ name: String) -> Value {
            Value(name: name, value: "true", option: spelling(ofOption: name), isFlag: true)
        }

        /// Converts a name to an option: `dateOrder` to `date-order`.
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

    /// Creates guidance that consists only of words.
    public init(_ words: String) { parts = words.isEmpty ? [] : [.words(words)] }

    init(parts: [Part]) { self.parts = parts }

    /// True if there are no pieces.
    public var isEmpty: Bool { parts.isEmpty }

    /// Returns the text, in which the closure `spelling` spells commands, fields and terminal words.
    public func text(spelling: (Part) -> String) -> String {
        parts.reduce(into: "") { text, part in
            if case .words(let words) = part { text += words } else { text += spelling(part) }
        }
    }

    /// Concatenates two pieces of guidance.
    public static func + (left: Guidance, right: Guidance) -> Guidance {
        var sum = left
        for part in right.parts {
            // As in a literal, adjacent words are one piece, so that equal texts are equal values.
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
    /// The text that a terminal prints.
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
    /// Creates guidance that consists only of words.
    public init(stringLiteral value: String) { self.init(value) }

    /// Creates guidance from a literal that contains commands and fields.
    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// The content of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        /// Starts a literal.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds words.
        public mutating func appendLiteral(_ literal: String) {
            guard !literal.isEmpty else { return }
            // Adjacent words are one piece, so that equal texts are equal values.
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

        /// Adds all pieces from other guidance.
        public mutating func appendInterpolation(_ guidance: Guidance) {
            for part in guidance.parts {
                if case .words(let words) = part { appendLiteral(words) } else { parts.append(part) }
            }
        }

        /// Adds a command, identified by its words, with field values.
        public mutating func appendInterpolation(command words: String, _ values: Value...) {
            parts.append(.command(words, values))
        }

        /// Adds a field of the current command, with or without a value.
        public mutating func appendInterpolation(
            field name: String, _ value: String? = nil, as option: String? = nil
        ) {
            parts.append(.field(.option(name, value, as: option)))
        }

        /// Adds words that only a terminal shows.
        public mutating func appendInterpolation(terminal words: String) {
            parts.append(.terminal(words))
        }

        /// Adds a Boolean field of the current command with the value true.
        public mutating func appendInterpolation(flag name: String) {
            parts.append(.field(.flag(name)))
        }
    }
}
