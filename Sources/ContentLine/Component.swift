/// A component: what stands between BEGIN and END, such as a VCARD, a VEVENT or a VALARM
/// (RFC 5545, section 3.6; RFC 6350, section 6.1).
///
/// Holds its lines and inner components in their order, with everything that is not understood.
public struct Component: Sendable {
    /// The name after BEGIN, as written.
    public var name: String

    /// The lines in order, without BEGIN and END.
    public var properties: [ContentLine]

    /// The inner components in order.
    public var components: [Component]

    /// How many properties of the outer component stand before this one's BEGIN.
    public var precedingProperties: Int

    /// Whether the text that was read has no BEGIN; then none is written either.
    var hasNoBegin = false

    /// The line in the file where it begins, counted from 1; 0 if it was made by the program.
    public internal(set) var lineNumber = 0

    /// Makes a component.
    ///
    /// As an inner component it comes after all properties, unless placed elsewhere.
    public init(
        name: String, properties: [ContentLine] = [], components: [Component] = [],
        precedingProperties: Int = .max
    ) {
        self.name = name
        self.properties = properties
        self.components = components
        self.precedingProperties = precedingProperties
    }

    /// Whether the name is `name` (given in upper case), in any case.
    public func isNamed(_ name: String) -> Bool {
        self.name == name || self.name.asciiUppercased() == name
    }

    /// The first property of this name (given in upper case), or `nil`.
    public func property(_ name: String) -> ContentLine? {
        // By index: to look at a line must not copy it.
        for index in properties.indices where properties[index].canonicalName == name {
            return properties[index]
        }
        return nil
    }

    /// All properties of this name (given in upper case), in order.
    public func properties(_ name: String) -> [ContentLine] {
        properties.filter { $0.canonicalName == name }
    }

    /// All inner components of this name (given in upper case), in order.
    public func components(_ name: String) -> [Component] {
        components.filter { $0.isNamed(name) }
    }
}

extension Component {
    /// Puts a line in, so that it stands at `index` of ``properties``; inner components keep their place.
    public mutating func insert(_ line: ContentLine, at index: Int) {
        properties.insert(line, at: index)
        for inner in components.indices where components[inner].precedingProperties < .max {
            if components[inner].precedingProperties > index { components[inner].precedingProperties += 1 }
        }
    }

    /// Takes out the line at `index` of ``properties``; inner components keep their place.
    ///
    /// A card that is the value of the line (AGENT) goes with it.
    @discardableResult
    public mutating func removeProperty(at index: Int) -> ContentLine {
        let line = properties.remove(at: index)
        components.removeAll { $0.precedingProperties == index + 1 && line.canonicalName == "AGENT" }
        for inner in components.indices where components[inner].precedingProperties < .max {
            if components[inner].precedingProperties > index { components[inner].precedingProperties -= 1 }
        }
        return line
    }
}

extension Component: Equatable {
    /// Whether both hold equal lines and equal components in the same order.
    public static func == (left: Component, right: Component) -> Bool {
        // Not recursive beyond the depth that reading allows.
        left.name.asciiUppercased() == right.name.asciiUppercased() && left.properties == right.properties
            && left.components == right.components
    }
}

/// What reading a component allows, so that hostile input costs no more memory or stack than its size warrants.
public struct ComponentLimits: Sendable {
    /// How many levels of components there may be, the outermost counted as one.
    public var depth = 64
    /// How many lines one item may have.
    public var lines = 500_000

    /// Makes the usual limits.
    public init() {}
}
