import AtriumSDK

/// A merge patch of an object (RFC 7396): what it names changes, null takes away, the rest stays as it is.
enum MergePatch {
    /// The whole object that a patch makes of the present one.
    ///
    /// - Parameter fields: the declared fields of the object; names that are not among them stay, to be refused.
    static func object(
        _ patch: DataObject, over present: DataValue?, fields: [FieldDeclaration]
    ) -> DataObject {
        var result = DataObject()
        for field in fields {
            if let value = present?.objectValue?[field.name], !value.isNull { result[field.name] = value }
        }
        for entry in patch.entries {
            let type = fields.first { $0.name == entry.name }?.type
            switch (entry.value, type) {
            case (.null, .some): result[entry.name] = nil
            case (.object(let inner), .object(let fields)):
                result[entry.name] = .object(object(inner, over: result[entry.name], fields: fields))
            default: result[entry.name] = entry.value
            }
        }
        return result
    }
}
