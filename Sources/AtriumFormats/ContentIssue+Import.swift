import AtriumSDK
import ContentLine

extension ImportIssue {
    /// An issue of the content-line codecs, as reports show it.
    init(_ issue: ContentIssue) {
        self.init(
            line: issue.line, property: issue.property, code: issue.code.rawValue, message: issue.message,
            isKept: issue.isKept)
    }
}

extension AtriumError {
    /// A content-line file that cannot be read on.
    init(_ error: ContentLineError) {
        self.init(
            .badData,
            "\(error.message) (line \(error.line), bytes \(error.bytes.lowerBound) to \(error.bytes.upperBound))",
            remedy: Guidance(error.remedy))
    }
}

/// What an export writes for an untouched item of content lines: UTF-8, with its END.
func exportedContentLines(_ source: [UInt8]) -> [UInt8] {
    let first = ContentLine(reading: Array(source.prefix { $0 != 10 && $0 != 13 }))
    let name = first.map {
        String(decoding: $0.value, as: UTF8.self).filter { !$0.isWhitespace }.uppercased()
    }
    return RawItem(name: name ?? "", bytes: source).normalized()
}

/// Runs a codec's reading and turns its error into the one that users see.
func explainingContentLineErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as ContentLineError {
        throw AtriumError(error)
    }
}

/// Whether a file begins, after blanks and a byte order mark, with a word in any case of letters; also in UTF-16.
func begins(_ prefix: [UInt8], with word: String) -> Bool {
    let bytes = prefix.prefix(4096).filter { $0 != 0 }
    let text = bytes.drop { $0 <= 0x20 || $0 >= 0x80 }
    return text.count >= word.utf8.count && zip(text, word.utf8).allSatisfy { $0 & 0xDF == $1 & 0xDF }
}

/// Whether a word stands at the beginning of any line of a file's first bytes, in any case of letters; also in UTF-16.
func hasLine(_ prefix: [UInt8], beginningWith word: String) -> Bool {
    let bytes = prefix.filter { $0 != 0 }
    return bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }).contains { line in
        let text = line.drop { $0 == 0x20 || $0 == 9 || $0 >= 0x80 }
        return text.count >= word.utf8.count && zip(text, word.utf8).allSatisfy { $0 & 0xDF == $1 & 0xDF }
    }
}
