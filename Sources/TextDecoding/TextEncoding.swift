/// A charset that bytes can be decoded from.
///
/// Made from a label as it stands in files (`SHIFT_JIS`, `ISO-8859-1`, `windows-1251`), or taken from the
/// constants. Anything that glibc's `iconv` knows can be decoded.
///
/// A few labels mean a superset of what they say, as in the WHATWG Encoding Standard, since that is what programs
/// write under them: ISO-8859-1 and US-ASCII are read as Windows-1252, Shift_JIS as CP932, GB2312 as GB18030,
/// EUC-KR as CP949, ISO-8859-9 as Windows-1254.
public struct TextEncoding: Hashable, Sendable, CustomStringConvertible {
    /// The lower-case name to show in reports, such as `utf-8` or `windows-1252`.
    public let name: String

    /// The name that `iconv_open` takes.
    let iconvName: String

    init(name: String, iconvName: String) {
        self.name = name
        self.iconvName = iconvName
    }

    /// UTF-8 (RFC 3629).
    public static let utf8 = TextEncoding(name: "utf-8", iconvName: "UTF-8")
    /// UTF-16, least significant byte first.
    public static let utf16LittleEndian = TextEncoding(name: "utf-16le", iconvName: "UTF-16LE")
    /// UTF-16, most significant byte first.
    public static let utf16BigEndian = TextEncoding(name: "utf-16be", iconvName: "UTF-16BE")
    /// UTF-32, least significant byte first.
    public static let utf32LittleEndian = TextEncoding(name: "utf-32le", iconvName: "UTF-32LE")
    /// UTF-32, most significant byte first.
    public static let utf32BigEndian = TextEncoding(name: "utf-32be", iconvName: "UTF-32BE")
    /// Windows-1252: the last resort for bytes that are not UTF-8 and say nothing of their charset.
    public static let windows1252 = TextEncoding(name: "windows-1252", iconvName: "CP1252")

    /// The name, as in reports.
    public var description: String { name }

    /// Finds the charset that `label` names, in any case, with or without quotes and blanks around it.
    ///
    /// - Throws: ``TextDecodingError`` with the code `unknown-charset` where neither the list of aliases nor
    ///   `iconv` knows the label.
    public init(label: String) throws(TextDecodingError) {
        let key = TextEncoding.normalized(label)
        guard let key, let found = IconvPool.shared.encoding(normalizedLabel: key) else {
            throw TextDecodingError.unknownCharset(label)
        }
        self = found
    }

    /// The bytes of one code unit: what is skipped after a sequence that cannot be decoded.
    var unitSize: Int {
        switch self {
        case .utf16LittleEndian, .utf16BigEndian: 2
        case .utf32LittleEndian, .utf32BigEndian: 4
        default: 1
        }
    }

    /// The label in lower case without blanks and quotes, or nil where it holds what no charset's name holds.
    ///
    /// A slash is refused too: `iconv_open` would take what follows it as an instruction to drop what it cannot
    /// decode.
    private static func normalized(_ label: String) -> String? {
        let trimmed = label.utf8.filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x22 && $0 != 0x27 }
        guard (1...40).contains(trimmed.count) else { return nil }
        var result = ""
        for byte in trimmed {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): result.unicodeScalars.append(.init(byte | 0x20))
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "+"):
                result.unicodeScalars.append(.init(byte))
            default: return nil
            }
        }
        return result
    }

    /// Labels that glibc does not know, or knows as less than what is written under them.
    static let aliases: [String: TextEncoding] = {
        var result: [String: TextEncoding] = [:]
        func add(_ encoding: TextEncoding, _ labels: String...) {
            for label in labels { result[label] = encoding }
        }
        add(.utf8, "utf-8", "utf8", "utf_8", "unicode-1-1-utf-8", "unicode11utf8", "utf-8-sig", "csutf8")
        add(
            .utf16LittleEndian, "utf-16le", "utf16le", "utf-16", "utf16", "unicode", "ucs-2", "ucs2",
            "ucs-2le")
        add(.utf16BigEndian, "utf-16be", "utf16be", "ucs-2be", "unicodefffe")
        add(.utf32LittleEndian, "utf-32le", "utf32le", "utf-32", "utf32")
        add(.utf32BigEndian, "utf-32be", "utf32be")
        add(
            .windows1252, "windows-1252", "windows1252", "cp1252", "cp-1252", "x-cp1252", "ms-ansi",
            "iso-8859-1",
            "iso8859-1", "iso_8859-1", "iso88591", "iso_8859-1:1987", "latin1", "latin-1", "l1", "cp819",
            "ibm819",
            "us-ascii", "ascii", "ansi_x3.4-1968", "7bit", "8bit")
        add(
            TextEncoding(name: "shift_jis", iconvName: "CP932"), "shift_jis", "shift-jis", "shiftjis", "sjis",
            "x-sjis", "ms_kanji", "windows-31j", "cp932", "ms932")
        add(
            TextEncoding(name: "gb18030", iconvName: "GB18030"), "gb18030", "gb2312", "gbk", "x-gbk", "cp936",
            "windows-936", "gb_2312-80", "euc-cn", "csgb2312")
        add(
            TextEncoding(name: "euc-kr", iconvName: "CP949"), "euc-kr", "euckr", "ks_c_5601-1987", "ksc5601",
            "cp949", "uhc", "windows-949")
        add(
            TextEncoding(name: "big5", iconvName: "BIG5-HKSCS"), "big5", "big5-hkscs", "big-5", "x-x-big5",
            "cn-big5")
        add(
            TextEncoding(name: "windows-1254", iconvName: "CP1254"), "windows-1254", "cp1254", "iso-8859-9",
            "iso8859-9", "latin5")
        add(
            TextEncoding(name: "windows-874", iconvName: "CP874"), "windows-874", "tis-620", "iso-8859-11",
            "dos-874")
        add(
            TextEncoding(name: "macintosh", iconvName: "MACINTOSH"), "macintosh", "mac", "x-mac-roman",
            "macroman")
        add(TextEncoding(name: "x-mac-cyrillic", iconvName: "MAC-CYRILLIC"), "x-mac-cyrillic", "mac-cyrillic")
        return result
    }()
}

/// Why text could not be decoded at all.
///
/// Single damaged bytes are no error: they are ``DecodingIssue``s, and decoding goes on.
public struct TextDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable, machine-readable word: `unknown-charset`.
    public let code: String
    /// What was wrong, in one sentence.
    public let message: String
    /// What to do about it, in one sentence.
    public let remedy: String

    /// The message and the remedy.
    public var description: String { "\(message) \(remedy)" }

    static func unknownCharset(_ label: String) -> TextDecodingError {
        let shown = String(
            String.UnicodeScalarView(
                label.unicodeScalars.prefix(40).map { (0x20..<0x7F) ~= $0.value ? $0 : "?" }))
        return TextDecodingError(
            code: "unknown-charset",
            message: "The charset \"\(shown)\" is unknown.",
            remedy: "Give a name that `iconv -l` lists, such as windows-1252 or SHIFT_JIS.")
    }
}
