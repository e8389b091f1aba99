public import AtriumSDK

/// Where a command stands in the HTTP interface: its method and its path below `/api/v1`.
public struct Route: Sendable, Hashable {
    /// The methods of HTTP that commands use.
    public enum Method: String, Sendable, Hashable {
        /// Reads.
        case get
        /// Adds a record, or acts.
        case post
        /// Changes a record.
        case patch
        /// Removes a record.
        case delete
    }

    /// What all paths begin with.
    public static let base = "/api/v1"

    /// What the record in a path is called, in the path's description and in errors.
    public static let recordName = "id"

    /// The method.
    public let method: Method
    /// The path below ``base``, with `{id}` for a record: `/habits/{id}/toggle`.
    public let path: String

    /// Whether the fields come in the body; otherwise they stand in the query.
    public var hasBody: Bool { method == .post || method == .patch }

    /// Makes a route of a method and a path.
    init(_ method: Method, _ path: String) {
        self.method = method
        self.path = path
    }

    /// Makes the route of a command of some words, by its kind: ``CommandDeclaration``.
    init(_ words: [String], _ kind: CommandDeclaration.Kind) {
        let parent = "/" + words.dropLast().joined(separator: "/")
        let name = words.last ?? ""
        func below(_ words: String...) -> String {
            (parent == "/" ? "" : parent) + words.map { "/" + $0 }.joined()
        }
        switch kind {
        case .list: (method, path) = (.get, parent)
        case .add: (method, path) = (.post, parent)
        case .show: (method, path) = (.get, below("{id}"))
        case .edit: (method, path) = (.patch, below("{id}"))
        case .remove: (method, path) = (.delete, below("{id}"))
        case .query: (method, path) = (.get, below(name))
        case .action: (method, path) = (.post, below(name))
        case .recordQuery: (method, path) = (.get, below("{id}", name))
        case .recordAction: (method, path) = (.post, below("{id}", name))
        }
    }
}

extension AtriumError.Code {
    /// The status of an HTTP answer with this error (RFC 9110); a module that is off is not there: 404.
    public var httpStatus: Int {
        switch self {
        case .usage: 400
        case .notAuthenticated: 401
        case .notPermitted: 403
        case .notFound, .unavailable: 404
        case .ambiguous, .conflict: 409
        case .changedSince: 412
        case .badData: 422
        case .tooManyRequests: 429
        case .cannotCreate, .inputOutput, .internal: 500
        case .tryAgain, .readOnly: 503
        case .diskFull: 507
        }
    }
}
