/// Guidance as data, for reports that are shown again: at a terminal, what was first said over HTTP, and the other way.
extension Guidance {
    /// The pieces, as they can be kept.
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

    /// What was kept; a single text, as reports once had it, is words.
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
