import AtriumHost
import AtriumSDK
import HTTPTypes

extension HTTPFailure {
    /// What the host refused, as HTTP says it.
    ///
    /// From 500 on, the host's words stay in the server: they may name its files.
    ///
    /// - Parameter registry: knows the requests that the remedy's commands are.
    init(_ error: AtriumError, _ registry: ModuleRegistry) {
        let status = HTTPResponse.Status(code: error.code.httpStatus)
        if status.code >= 500 {
            self.init(status, error.code.rawValue, Self.message(of: error.code))
        } else {
            self.init(
                status, error.code.rawValue, error.message, remedy: registry.textOverHTTP(error.remedy),
                field: error.field)
            choices = error.choices
            slots = error.slots
        }
        if status == .unauthorized { headers[.wwwAuthenticate] = Gate.challenge }
        if let seconds = error.retryAfter ?? (error.code == .tryAgain ? 1 : nil) {
            headers[.retryAfter] = String(seconds)
        }
    }

    /// What is said of a failure that is not the client's.
    private static func message(of code: AtriumError.Code) -> String {
        switch code {
        case .tryAgain: "the data is in use; try again"
        case .diskFull: "the server's disk is full; nothing was changed"
        case .readOnly: "the data is read-only at the moment; nothing was changed"
        case .cannotCreate, .inputOutput: "the data could not be read or written; nothing was changed"
        default: "something went wrong in the server; nothing was changed"
        }
    }

    /// A defect, or what the system refused: 500 without a word about it.
    static let internalError = HTTPFailure(
        .internalServerError, "internal", "something went wrong in the server; nothing was changed")
}
