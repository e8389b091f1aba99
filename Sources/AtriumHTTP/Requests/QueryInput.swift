import AtriumHost
import AtriumSDK
import Foundation
import HTTPTypes

/// The fields of a command as a query gives them: a list repeats the name, an object is one JSON text.
enum QueryInput {
    /// The values by declared name; what is no value of its field's type stays text, which the host refuses.
    ///
    /// - Parameter longestList: how many values of a list are taken.
    /// - Throws: ``HTTPFailure``: 400 where a field that is no list is given twice, or an object is no JSON; 422 for a list
    ///   that is too long.
    static func values(
        _ parameters: [(name: String, value: String)], fields: [FieldDeclaration],
        longestList: Int = ListLengths.inQuery
    ) throws -> DataObject {
        var values = DataObject()
        for (name, text) in parameters {
            let type = fields.first { $0.name == name }?.type
            if case .list(let element) = type {
                let value = try value(text, element, name)
                let before = values[name]?.listValue ?? []
                guard before.count < longestList else {
                    throw HTTPFailure(
                        .unprocessableContent, "bad-data", "\(name) has too many values",
                        remedy: "send at most \(longestList) values", field: name)
                }
                values[name] = .list(before + [value])
            } else {
                guard values[name] == nil else {
                    throw HTTPFailure(
                        .badRequest, "usage", "“\(name)” is given twice", remedy: "give it once", field: name)
                }
                values[name] = try value(text, type, name)
            }
        }
        return values
    }

    private static func value(_ text: String, _ type: FieldType?, _ name: String) throws -> DataValue {
        switch type {
        case .integer: return Int64(text).map(DataValue.integer) ?? .text(text)
        case .decimal:
            guard let number = Double(text), number.isFinite else { return .text(text) }
            return .decimal(number)
        case .boolean: return text == "true" ? .bool(true) : text == "false" ? .bool(false) : .text(text)
        case .object, .list:
            do {
                return try DataValue(json: Data(text.utf8))
            } catch let error as AtriumError {
                throw HTTPFailure(
                    .badRequest, "usage", "\(name): \(error.message)", remedy: error.remedy.description,
                    field: name)
            }
        default: return .text(text)
        }
    }
}
