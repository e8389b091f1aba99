public import AtriumSDK

extension Session {
    /// Describes all that the user can do now as an OpenAPI 3.1 document.
    ///
    /// - Parameter sessionCookie: what the cookie of a session is called where this is asked.
    /// - Throws: ``AtriumError`` with code `internal` that names a command whose declaration cannot be described.
    public func openAPI(sessionCookie: String = "atrium") throws -> DataValue {
        let modules = try enabledModules()
        let operations = HubOperation.allCases
            .filter { $0.isOpen || principal.refusal(of: $0.scope, writes: $0.writes) == nil }
            .flatMap { DescribedOperation.all($0, modules: modules, formats: hub.formats) }
        return try OpenAPI.document(
            catalog(), operations: operations, modules: modules.map(\.manifest),
            sessionCookie: sessionCookie)
    }
}
