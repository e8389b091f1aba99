import Foundation
import GRDB

/// Text as the index takes it: what FTS5's `unicode61` tokenizer leaves undone is done before.
///
/// * Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese words run together; they are cut into overlapping pairs of
///   characters and the last single one (`田中太郎`: `田中 中太 太郎 郎`), so that any part of them is found.
/// * Full-width and half-width forms become the ordinary ones (NFKC).
/// * Letters that have no decomposition are spelt out: `ß` as `ss`, `ø` as `o`, `ł` as `l`.
///
/// Case and diacritics are left to the tokenizer. Text of ASCII alone stays as it is; ``foldedSQL(_:)`` calls the
/// function for other text only.
enum SearchText {
    /// Raised when the rules change: the index is then built anew.
    static let version = 1

    /// The function `atrium_search_text(text)` of SQL, which is ``prepare(_:)``.
    ///
    /// Every connection that writes to the index, or
    /// reads the state before a write, needs it.
    static let function = DatabaseFunction("atrium_search_text", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).map(prepare)
    }

    /// SQL that prepares the text of an expression, without a call where it is plain ASCII.
    static func foldedSQL(_ expression: String) -> String {
        // length() of text counts characters, length() of a BLOB counts bytes.
        "(SELECT iif(length(t) = length(CAST(t AS BLOB)), t, \(function.name)(t)) FROM (SELECT \(expression) AS t))"
    }

    /// The text, ready for the tokenizer.
    static func prepare(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var result = ""
        var run = String.UnicodeScalarView()
        func endRun() {
            guard !run.isEmpty else { return }
            appendRun(String(run).precomposedStringWithCompatibilityMapping, to: &result)
            run = String.UnicodeScalarView()
        }
        for scalar in text.unicodeScalars {
            if isCompatibilityForm(scalar) || isUnspaced(scalar) {
                run.append(scalar)
                continue
            }
            endRun()
            if let spelling = spellings[scalar] {
                result += spelling
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        endRun()
        return result
    }

    /// Appends text without spaces between its words as pairs, anything else as it is.
    private static func appendRun(_ text: String, to result: inout String) {
        let characters = Array(text)
        func isUnspaced(_ index: Int) -> Bool {
            characters[index].unicodeScalars.first.map(Self.isUnspaced) ?? false
        }
        for index in characters.indices {
            guard isUnspaced(index) else {
                result.append(characters[index])
                continue
            }
            if index == 0 || !isUnspaced(index - 1) { result += " " }
            result.append(characters[index])
            if index + 1 < characters.count, isUnspaced(index + 1) { result.append(characters[index + 1]) }
            result += " "
        }
    }

    /// Whether a scalar belongs to a script that sets no spaces between words, or (Hangul) joins particles to them.
    static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E01...0x0EFF,  // Thai, Lao
            0x1000...0x109F, 0x1780...0x17FF,  // Burmese, Khmer
            0x1100...0x11FF, 0xA960...0xA97F, 0xAC00...0xD7FF,  // Hangul
            0x2E80...0x2FDF, 0x3005...0x3007, 0x3031...0x3035,  // radicals, iteration marks
            0x3041...0x3096, 0x3099...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF,  // kana
            0x3105...0x318F, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,  // bopomofo, jamo, Han
            0x20000...0x323AF:
            true
        default: false
        }
    }

    /// Full-width Latin and half-width kana and Hangul.
    private static func isCompatibilityForm(_ scalar: Unicode.Scalar) -> Bool {
        (0xFF01...0xFFDC).contains(scalar.value)
    }

    private static let spellings: [Unicode.Scalar: String] = [
        "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "ł": "l",
        "Ł": "l",
        "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "ħ": "h", "Ħ": "h", "ı": "i",
    ]
}

/// Cuts text into the terms that the index has for it.
struct SearchTokenizer {
    private let tokenizer: any FTS5Tokenizer

    init(_ db: Database) throws {
        tokenizer = try db.makeTokenizer(.unicode61(diacritics: .remove))
    }

    /// The terms of a text that may be unprepared, in order.
    func terms(of text: String) throws -> [String] {
        try tokenizer.tokenize(document: SearchText.prepare(text)).map(\.token)
    }

    /// The terms of a text that came prepared from SQL.
    func terms(ofPrepared text: String) throws -> [String] {
        try tokenizer.tokenize(document: text).map(\.token)
    }
}
