import AtriumSDK
import HTTPTypes

/// JSON says of each value what it is: there a number is a number and no text that looks like one.
///
/// The host reads words too, since terminals and queries have nothing else.
enum TypedInput {
    /// Refuses texts where a number or a boolean is declared.
    ///
    /// - Throws: ``HTTPFailure`` with status 422.
    static func check(_ values: DataObject, _ fields: [FieldDeclaration]) throws {
        for entry in values.entries {
            guard let field = fields.first(where: { $0.name == entry.name }) else { continue }
            try check(entry.value, field.type, field.name)
        }
    }

    private static func check(_ value: DataValue, _ type: FieldType, _ name: String) throws {
        switch (type, value) {
        case (.integer, .text), (.decimal, .text), (.boolean, .text):
            throw HTTPFailure(
                .unprocessableContent, "bad-data", "\(name) has the wrong type",
                remedy: "it is not a text: send it without quotes", field: name)
        case (.list(let element), .list(let values)):
            for value in values { try check(value, element, name) }
        case (.object(let fields), .object(let object)): try check(object, fields)
        default: break
        }
    }
}
