import AtriumSDK

/// What a file is that is not imported, told from its first bytes: so that a refusal can say it, and what to do.
struct ForeignContent: Equatable {
    /// What the file is, to stand after “this is”: `jCard (JSON)`.
    let kind: String
    /// What to do instead.
    let remedy: Guidance

    /// Tells what a file is by its first bytes; nil where they say nothing.
    init?(_ prefix: [UInt8]) {
        if let found = Self.binary(prefix) {
            (kind, remedy) = found
            return
        }
        let text = Self.text(prefix)
        guard let found = Self.json(text) ?? Self.markup(text) ?? Self.ldif(text) else { return nil }
        (kind, remedy) = found
    }

    /// The refusal.
    var error: AtriumError { AtriumError(.badData, "this is \(kind)", remedy: remedy) }

    private typealias Found = (kind: String, remedy: Guidance)

    // MARK: - Bytes

    private static let images: [(signature: [UInt8], offset: Int, name: String)] = [
        ([0x89, 0x50, 0x4E, 0x47], 0, "a PNG image"), ([0xFF, 0xD8, 0xFF], 0, "a JPEG image"),
        (Array("GIF8".utf8), 0, "a GIF image"), (Array("WEBP".utf8), 8, "a WebP image"),
        (Array("ftyphei".utf8), 4, "a HEIC image"), (Array("ftyp".utf8), 4, "a video"),
        ([0x49, 0x49, 0x2A, 0], 0, "a TIFF image"), ([0x4D, 0x4D, 0, 0x2A], 0, "a TIFF image"),
    ]

    private static let programs: [(signature: [UInt8], offset: Int, found: Found)] = [
        (
            Array("SQLite format 3\0".utf8), 0,
            (
                "an SQLite database",
                "export from the program that wrote it; to restore an Atrium backup, use \(command: "restore")"
            )
        ),
        (Array("%PDF-".utf8), 0, ("a PDF document", "export from the program that made it")),
        (
            [0xD0, 0xCF, 0x11, 0xE0], 0,
            ("an old Office document or an Outlook message", "export as .vcf, .ics or .csv instead")
        ),
        (Array("!BDN".utf8), 0, ("an Outlook data file (.pst)", "export from Outlook as .csv, .vcf or .ics")),
        (
            [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], 0,
            ("a 7-Zip archive", "unpack it and import its files")
        ),
        (Array("Rar!".utf8), 0, ("a RAR archive", "unpack it and import its files")),
        (Array("BZh".utf8), 0, ("compressed with bzip2", "unpack it first, or compress it with gzip")),
        (
            [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], 0,
            ("compressed with xz", "unpack it first, or compress it with gzip")
        ),
        (
            [0x28, 0xB5, 0x2F, 0xFD], 0,
            ("compressed with zstd", "unpack it first, or compress it with gzip")
        ),
    ]

    private static func binary(_ prefix: [UInt8]) -> Found? {
        for (signature, offset, name) in images where prefix.dropFirst(offset).starts(with: signature) {
            return (name, "import the contacts or events that contain it instead")
        }
        for (signature, offset, found) in programs where prefix.dropFirst(offset).starts(with: signature) {
            return found
        }
        return officeDocument(prefix)
    }

    /// Documents of office programs are zip archives that begin with entries of known names.
    private static func officeDocument(_ prefix: [UInt8]) -> Found? {
        guard prefix.starts(with: [0x50, 0x4B, 3, 4]), prefix.count > 30 else { return nil }
        let length = Int(prefix[26]) | Int(prefix[27]) << 8
        let name = String(decoding: prefix.dropFirst(30).prefix(length), as: UTF8.self)
        let isOffice = ["[Content_Types].xml", "_rels/.rels", "mimetype", "Index/Document.iwa"].contains(name)
        return isOffice ? ("a spreadsheet or another office document", "save it as .csv instead") : nil
    }

    // MARK: - Text

    /// The beginning as ASCII in lower case, without a byte order mark, NULs (of UTF-16) and leading blanks.
    private static func text(_ prefix: [UInt8]) -> [UInt8] {
        let bytes = prefix.prefix(8192).filter { $0 != 0 }
        return bytes.drop { $0 <= 0x20 || $0 >= 0x80 }.map { (65...90).contains($0) ? $0 + 32 : $0 }
    }

    private static func json(_ text: [UInt8]) -> Found? {
        guard let first = text.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            return nil
        }
        let rest = text.dropFirst().drop { $0 <= 0x20 }
        let isArray = first == UInt8(ascii: "[")
        guard let next = rest.first, (isArray ? Array("[{\"]".utf8) : Array("\"}".utf8)).contains(next) else {
            return nil
        }
        if VaultFolderManifest.isSigned(text) {
            return ("the manifest of an exported vault", "import the folder that contains it")
        }
        if holds(text, "\"vcalendar\"") { return ("jCal (JSON)", "export as .ics instead") }
        if holds(text, "\"vcard\"") { return ("jCard (JSON)", "export as .vcf instead") }
        if holds(text, "\"@type\"") || holds(text, "\"jscard\"") || holds(text, "\"jsevent\"") {
            return ("JSContact or JSCalendar (JSON)", "export as .vcf or .ics instead")
        }
        // jrnl puts its tags first: an object in which each stands with how often it does.
        if !isArray, rest.filter({ $0 > 0x20 }).starts(with: "\"tags\":{".utf8) {
            return ("jrnl's export (JSON)", "export it with jrnl's format “text” instead")
        }
        return ("JSON", "export as .vcf, .ics, .opml or .csv instead")
    }

    private static func markup(_ text: [UInt8]) -> Found? {
        guard text.first == UInt8(ascii: "<") else { return nil }
        if holds(text, "urn:ietf:params:xml:ns:icalendar-2.0") || holds(text, "<icalendar") {
            return ("xCal (XML)", "export as .ics instead")
        }
        if holds(text, "urn:ietf:params:xml:ns:vcard-4.0") || holds(text, "<vcards") {
            return ("xCard (XML)", "export as .vcf instead")
        }
        if holds(text, "<!doctype html") || holds(text, "<html") {
            return ("a web page (HTML)", "export as .vcf, .ics, .opml or .csv instead")
        }
        if holds(text, "<svg") {
            return ("an SVG image", "import the contacts or events that contain it instead")
        }
        guard holds(text, "<?xml") || holds(text, "xmlns") else { return nil }
        return ("XML in an unknown format", "export as .vcf, .ics, .opml or .csv instead")
    }

    /// LDIF (RFC 2849) begins with comments, perhaps a version, and the name of an entry.
    private static func ldif(_ text: [UInt8]) -> Found? {
        let line = text.split(whereSeparator: { $0 == 10 || $0 == 13 }).prefix(64).first { line in
            line.first != UInt8(ascii: "#") && !line.starts(with: Array("version:".utf8))
        }
        guard let line, line.starts(with: Array("dn:".utf8)) else { return nil }
        return ("LDIF", "export as .vcf or .csv instead")
    }

    private static func holds(_ text: [UInt8], _ word: String) -> Bool {
        text.firstRange(of: Array(word.utf8)) != nil
    }
}
