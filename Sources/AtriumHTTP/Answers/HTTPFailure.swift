package import AtriumSDK
package import HTTPTypes

/// A request that is answered with an error: the status, and what the body says.
package struct HTTPFailure: Error {
    package let status: HTTPResponse.Status
    package let code: String
    package let message: String
    package var remedy = ""
    package var field: String?
    /// The names of which each needs one of several records.
    package var choices: [RecordChoice] = []
    /// Times that are free, in place of one that is taken.
    package var slots: [FreeSlot] = []
    package var headers = HTTPFields()

    package init(
        _ status: HTTPResponse.Status, _ code: String, _ message: String, remedy: String = "",
        field: String? = nil,
        headers: HTTPFields = HTTPFields()
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.remedy = remedy
        self.field = field
        self.headers = headers
    }

    /// 400: what was sent is not HTTP as this server reads it.
    static func malformed(_ message: String, remedy: String = "check the syntax of the request")
        -> HTTPFailure
    {
        HTTPFailure(.badRequest, "usage", message, remedy: remedy)
    }

    /// 404: nothing is there, or nothing that this user has.
    package static let notFound = HTTPFailure(
        .notFound, "not-found", "there is nothing at this path", remedy: "see /api/openapi.json")

    /// 405: something is there, but does not know the method.
    package static func methodNotAllowed(_ allowed: String) -> HTTPFailure {
        HTTPFailure(
            .methodNotAllowed, "method-not-allowed", "this path does not support the method",
            remedy: "use one of: \(allowed)", headers: [.allow: allowed])
    }

    /// 413: the body is larger than what is taken.
    static func tooLarge(_ limit: Int) -> HTTPFailure {
        HTTPFailure(
            .contentTooLarge, "too-large", "the body is larger than \(limit) bytes",
            remedy: "send less at once", headers: [.connection: "close"])
    }

    /// 415: the body is of a type that is not read here.
    static func unsupportedType(_ types: String) -> HTTPFailure {
        HTTPFailure(
            .unsupportedMediaType, "unsupported-type", "the body's media type is not supported here",
            remedy: "send one of: \(types)", headers: [.accept: types])
    }
}
