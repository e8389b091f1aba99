import AtriumSDK

/// What the error that a body throws says; nil where it throws none.
func message(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return "\(error)"
    }
}

/// The error that a body throws; nil where it throws none, or one of another type.
func error(_ body: () throws -> Void) -> AtriumError? {
    do {
        try body()
        return nil
    } catch {
        return error as? AtriumError
    }
}

/// The same of a body that waits.
func error(_ body: () async throws -> Void) async -> AtriumError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? AtriumError
    }
}
