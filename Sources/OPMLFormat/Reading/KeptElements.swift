import TextDecoding

extension OPMLOutline {
    /// One outline by itself, read again from what ``OPMLWriter/element(of:)`` made of it, with what stands before it.
    ///
    /// It has no place: its depth is 1 and its path is empty.
    /// - Throws: ``OPMLError`` where the text holds no outline.
    public static func read(element text: [UInt8]) throws -> (before: [OPMLOther], outline: OPMLOutline) {
        var reader = OPMLReader(
            ArrayByteSource(Array("<opml version=\"2.0\"><body>".utf8) + text + Array("</body></opml>".utf8)))
        var before: [OPMLOther] = []
        while let event = try reader.next() {
            switch event {
            case .outline(let outline, _): return (before, outline)
            case .other(let other): before.append(other)
            case .document, .issue: break
            }
        }
        throw OPMLError(
            .notOPML, "The text contains no outline.", remedy: "Give the text of one outline element.")
    }
}

extension OPMLDocument {
    /// What stands before the outlines of a text that holds a whole document.
    ///
    /// - Throws: ``OPMLError`` where the text holds none.
    public static func read(_ text: [UInt8]) throws -> OPMLDocument {
        var reader = OPMLReader(ArrayByteSource(text))
        while let event = try reader.next() {
            if case .document(let document) = event { return document }
        }
        throw OPMLError(
            .notOPML, "The text contains no document.", remedy: "Give the text of an OPML file.")
    }
}
