public import AtriumSDK

extension Session {
    /// Describes all that the user can do now as an OpenAPI 3.1 document.
    ///
    /// - Throws: ``AtriumError`` with code `internal` that names a command whose declaration cannot be described.
    public func openAPI() throws -> DataValue {
        try OpenAPI.document(catalog(), modules: enabledModules().map(\.manifest))
    }
}
