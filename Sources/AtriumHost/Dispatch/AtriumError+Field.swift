import AtriumSDK

extension AtriumError {
    /// Does something that is about one field of the input: what it throws names that field, where it names none.
    static func about<Result>(_ field: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch var error as AtriumError where error.field == nil {
            error.field = field
            throw error
        }
    }
}
