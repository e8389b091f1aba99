import AtriumSDK
import Crypto
import Foundation

/// Names files after what stands in them, so that every file system and every shell takes the names as they are.
///
/// Names are unique also where the case of letters does not count, and the same for the same records each time: of
/// several that would have one name, the first keeps it, and the others get some letters of the hash of their uid.
struct ItemFileNames {
    private let fileExtension: String
    private let fallback: String
    /// Hashes of the names that are given, without case: 16 bytes a name instead of the name.
    private var taken: Set<Int64> = []

    /// The longest emoji have ten or so.
    private static let scalarLimit = 16
    /// What file systems allow, in bytes.
    private static let byteLimit = 255

    /// Names files with an extension; `fallback` names what has no title: `person`.
    init(fileExtension: String, fallback: String) {
        self.fileExtension = fileExtension
        self.fallback = fallback
    }

    /// The name for an item.
    mutating func name(title: String, uid: String) -> String {
        let stem = Self.stem(title) ?? Self.stem(fallback) ?? "item"
        if let name = take(stem, "") { return name }
        let digest = Migrator.hexadecimal(SHA256.hash(data: Array(uid.utf8)).prefix(8))
        for length in stride(from: 6, through: 16, by: 2) {
            if let name = take(stem, "-" + digest.prefix(length)) { return name }
        }
        // Two records of one uid in one collection: the vault does not allow it, and a name must be found all the same.
        var number = 2
        while true {
            if let name = take(stem, "-\(digest)-\(number)") { return name }
            number += 1
        }
    }

    private mutating func take(_ stem: String, _ suffix: String) -> String? {
        let ending = suffix + "." + fileExtension
        var stem = stem
        while stem.utf8.count + ending.utf8.count > Self.byteLimit { stem.removeLast() }
        while let last = stem.last, last == " " || last == "." { stem.removeLast() }
        let name = stem + ending
        let folded = name.precomposedStringWithCanonicalMapping.lowercased()
        let hash = SHA256.hash(data: Array(folded.utf8)).withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }
        return taken.insert(hash).inserted ? name : nil
    }

    /// A title as the first part of a file name; nil where nothing is left of it.
    ///
    /// Out go control characters, marks that turn the direction of writing, and what is invisible; what parts folders or
    /// means something to a shell or another system becomes `_`; at the beginning stands no dot, hyphen or tilde.
    static func stem(_ title: String) -> String? {
        var text = ""
        for character in title.precomposedStringWithCanonicalMapping.prefix(1000) {
            if character.isWhitespace || character.isNewline {
                if !text.isEmpty, text.last != " " { text.append(" ") }
                continue
            }
            // One letter with hundreds of marks would be a name by itself.
            let scalars = character.unicodeScalars.filter(isKept).prefix(scalarLimit)
            guard !scalars.isEmpty else { continue }
            let kept = Character(String(String.UnicodeScalarView(scalars)))
            text.append("/\\:*?\"<>|".contains(kept) ? "_" : kept)
        }
        while let first = text.first, ".-~ ".contains(first) { text.removeFirst() }
        while let last = text.last, ". ".contains(last) { text.removeLast() }
        guard text.contains(where: { $0 != "_" }) else { return nil }
        let base = text.prefix { $0 != "." }.uppercased()
        return reserved.contains(base) ? "_" + text : text
    }

    private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        // The joiner holds emoji together; all other format characters turn or hide what stands there.
        case .format: scalar.value == 0x200D
        default: true
        }
    }

    /// Names of devices on Windows, whatever the extension.
    private static let reserved: Set<String> = Set(
        ["CON", "PRN", "AUX", "NUL"] + (1...9).flatMap { ["COM\($0)", "LPT\($0)"] })
}
