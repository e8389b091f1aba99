/// Conversions between guidance and data, for reports that another surface shows.
///
/// For instance, a terminal shows a report that an HTTP request created.
extension Guidance {
    /// The pieces as data that can be stored.
    package var kept: DataValue {
        .list(
            parts.map { part in
                switch part {
                case .words(let words): .text(words)
                case .command(let words, let values):
                    .object(["command": .text(words), "values": .list(values.map(\.kept))])
                case .field(let value): .object(["field": value.kept])
                case .terminal(let words): .object(["terminal": .text(words)])
                }
            })
    }

    /// Restores guidance from stored data.
    ///
    /// Earlier versions stored a single text, which becomes words.
    package init(kept: DataValue) {
        let parts = (kept.listValue ?? [kept]).compactMap { piece -> Part? in
            if let words = piece.textValue { return .words(words) }
            guard let object = piece.objectValue else { return nil }
            if let words = object["command"]?.textValue {
                return .command(words, (object["values"]?.listValue ?? []).compactMap(Value.init(kept:)))
            }
            if let words = object["terminal"]?.textValue { return .terminal(words) }
            return object["field"].flatMap(Value.init(kept:)).map(Part.field)
        }
        self.init(parts: parts)
    }
}

extension Guidance.Value {
    fileprivate var kept: DataValue {
        .object([
            "name": .text(name), "value": .text(orNull: value), "option": .text(orNull: option),
            "isFlag": .bool(isFlag),
        ])
    }

    fileprivate init?(kept: DataValue) {
        guard let object = kept.objectValue, let name = object["name"]?.textValue else { return nil }
        self.init(
            name: name, value: object["value"]?.textValue, option: object["option"]?.textValue,
            isFlag: object["isFlag"] == .bool(true))
    }
}
