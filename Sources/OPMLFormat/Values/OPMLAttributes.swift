/// One attribute of an element, as it is named in the file: `xmlUrl`, `frss:xPathItem`, `xmlns:frss`.
public struct OPMLAttribute: Hashable, Sendable {
    /// The name with its prefix.
    public var name: String
    /// The value, with references replaced by what they stand for.
    public var value: String

    /// Makes an attribute.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// The attributes of an element: all of them, in the file's order, declarations of namespaces among them.
///
/// Names are compared as XML has them first; where none is the same, the case of letters is passed over, since
/// programs write `xmlurl` and `HTMLurl`.
public struct OPMLAttributes: Hashable, Sendable, RandomAccessCollection, ExpressibleByDictionaryLiteral {
    private var attributes: [OPMLAttribute]

    /// Makes attributes, in the order given.
    public init(_ attributes: [OPMLAttribute] = []) {
        self.attributes = attributes
    }

    /// Makes attributes, in the order given.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { OPMLAttribute(name: $0, value: $1) })
    }

    /// The first position: 0.
    public var startIndex: Int { 0 }
    /// How many attributes there are.
    public var endIndex: Int { attributes.count }
    /// The attribute at a position.
    public subscript(position: Int) -> OPMLAttribute { attributes[position] }

    /// The value of an attribute; nil where the element has none of that name.
    ///
    /// Setting a value keeps the attribute's place and the spelling of its name, or adds it at the end; nil removes it.
    public subscript(name: String) -> String? {
        get { index(of: name).map { attributes[$0].value } }
        set {
            switch (index(of: name), newValue) {
            case (let index?, let value?): attributes[index].value = value
            case (let index?, nil): attributes.remove(at: index)
            case (nil, let value?): attributes.append(OPMLAttribute(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    private func index(of name: String) -> Int? {
        if let exact = attributes.firstIndex(where: { $0.name == name }) { return exact }
        return attributes.firstIndex { $0.name.isEqualIgnoringASCIICase(name) }
    }
}

extension String {
    /// Whether two names differ at most in the case of the letters A to Z.
    func isEqualIgnoringASCIICase(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return zip(utf8, other.utf8).allSatisfy { $0 == $1 || $0.lowercasedASCII == $1.lowercasedASCII }
    }
}

extension UInt8 {
    /// The byte, or the small letter that it is the capital of.
    var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
