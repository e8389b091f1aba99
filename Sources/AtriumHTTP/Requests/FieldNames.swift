import HTTPTypes

/// Field names beside those that HTTPTypes knows.
enum FieldNames {
    /// A field name that is known to be well-formed.
    static func name(_ text: StaticString) -> HTTPField.Name {
        // The initialiser refuses characters that no constant here has.
        HTTPField.Name("\(text)") ?? .server
    }
}
