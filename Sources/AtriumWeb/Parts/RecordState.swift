import AtriumSDK

/// The unusual state of a record, shown beside its title: `tentative`, `cancelled`.
struct RecordState {
    /// The state in words, or nil for a usual record.
    let words: String?

    /// Creates a state from its words; an empty text means that the record has no state.
    init(_ words: String?) { self.words = words?.isEmpty == true ? nil : words }

    /// Reads the state from a result, if one of its fields is declared as the record's state.
    init(_ object: DataObject, _ fields: [FieldDeclaration]) {
        self.init(fields.first(where: \.isState).flatMap { object[$0.name]?.textValue })
    }

    /// True if the record does not take place: its title is struck through, and it is not counted.
    var isCancelled: Bool { words == FieldDeclaration.cancelled }

    /// The class of an element with a title, after a blank, or an empty text.
    var style: String { isCancelled ? " off" : "" }

    /// The words as a mark.
    var mark: HTML? {
        words.map { words in tag("span", .class("st")) { words } }
    }
}
