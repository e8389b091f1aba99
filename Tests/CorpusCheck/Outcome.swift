/// What was found when one file of the corpus was tried.
struct Outcome: Codable {
    /// The file, relative to the corpus.
    var path: String
    /// The format that it was read as; nil where it was refused.
    var format: String?
    /// How many items it holds.
    var items = 0
    /// How many issues reading it reported.
    var issues = 0
    /// What is not as it should be, each once.
    var differences: [Difference] = []

    mutating func add(_ kind: Difference.Kind, _ detail: String) {
        guard !differences.contains(where: { $0.kind == kind }) else { return }
        let printable = detail.unicodeScalars.prefix(400).map { scalar in
            scalar.properties.generalCategory == .control ? "?" : String(scalar)
        }
        differences.append(Difference(kind: kind, detail: printable.joined()))
    }
}

/// One way in which a file did not come through as it should.
struct Difference: Codable {
    /// The ways, as the page on formats names them.
    enum Kind: String, Codable, CaseIterable {
        /// No format takes the file, or it cannot be read at all.
        case refused
        /// Reading, writing and reading again did not give the same properties, parameters and values.
        case codec
        /// Something is wrong in the file, and no issue says so.
        case unreported
        /// The manifest states another number of items.
        case count
        /// The export of a vault does not hold what was imported, or importing the export changes the vault.
        case hub
        /// The program ended.
        case crash
    }

    var kind: Kind
    /// What was expected and what was found; for the person who looks into it.
    var detail: String
}
