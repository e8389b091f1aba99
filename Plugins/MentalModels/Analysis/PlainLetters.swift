import Foundation

/// Letters as words are compared by them: in lower case, and those of Latin without their marks, as the search has them.
enum PlainLetters {
    /// The letter that a scalar is; nil for a mark that belongs to the letter before it.
    static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x300...0x36F: nil
        case 0xC0...0x24F, 0x1E00...0x1EFF:
            String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first ?? scalar
        default: scalar
        }
    }

    /// A text in such letters.
    static func text(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var letters = String.UnicodeScalarView()
        letters.append(contentsOf: text.unicodeScalars.lazy.compactMap(letter))
        return String(letters).lowercased()
    }
}
