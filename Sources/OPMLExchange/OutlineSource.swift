import AtriumSDK
public import OPMLFormat

/// An outline with what stands before it, as a vault keeps it.
public struct OutlineSource {
    /// What is no outline: comments, elements that OPML does not know.
    public var before: [OPMLOther] = []
    /// The outline.
    public var outline: OPMLOutline

    /// A new outline of a type.
    public init(type: String) {
        outline = OPMLOutline(["type": type])
    }

    /// Reads a source.
    ///
    /// - Throws: ``AtriumError`` where it is none.
    public init(_ text: [UInt8]) throws {
        do {
            let (others, outline) = try OPMLOutline.read(element: text)
            self.before = others
            self.outline = outline
        } catch let error as OPMLError {
            throw AtriumError(
                .internal, "the original text of an outline is unreadable: \(error.code.rawValue)")
        }
    }
}

extension OPMLOutline {
    /// The attribute that says which record an outline is.
    public static let uidAttribute = "uid"

    /// Says what the outline is; what another program has called it stays beside that, as `sourceType`.
    public mutating func mark(as type: String, uid: String? = nil) {
        if let other = attributes["type"], other.lowercased() != type { attributes["sourceType"] = other }
        if self.type != type { attributes["type"] = type }
        if let uid, attributes[Self.uidAttribute].flatMap(Words.line) != uid {
            attributes[Self.uidAttribute] = uid
        }
    }
}
