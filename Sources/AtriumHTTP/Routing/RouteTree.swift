import AtriumHost

/// Finds what a path leads to: a tree of path segments, made once of everything that is installed.
///
/// Whether a user may have what is found is for their session to say: a module that is off answers as if the path led
/// nowhere.
struct RouteTree: Sendable {
    /// What stands behind a method and a path.
    enum Endpoint: Sendable {
        /// A declared command.
        case command(CatalogEntry)
        /// One of the hub's own operations.
        case operation(HubOperation)

        /// Its method and path.
        var route: Route {
            switch self {
            case .command(let entry): entry.route
            case .operation(let operation): operation.route
            }
        }
    }

    /// Where a path leads.
    struct Place: Sendable {
        /// What each method does there.
        let endpoints: [Route.Method: Endpoint]
        /// The segment in the place of `{…}`, decoded; nil where the path has none.
        let parameter: String?
    }

    private struct Node: Sendable {
        var children: [String: Node] = [:]
        /// What follows a segment in the place of `{…}`; at most one.
        var parameter: [Node] = []
        var endpoints: [Route.Method: Endpoint] = [:]

        mutating func insert(_ endpoint: Endpoint, _ method: Route.Method, at path: ArraySlice<Substring>) {
            guard let segment = path.first else {
                endpoints[method] = endpoint
                return
            }
            if segment.hasPrefix("{") {
                if parameter.isEmpty { parameter.append(Node()) }
                parameter[0].insert(endpoint, method, at: path.dropFirst())
            } else {
                children[String(segment), default: Node()].insert(endpoint, method, at: path.dropFirst())
            }
        }

        /// Words come before records: no record is named like a word that is reserved.
        func place(_ path: ArraySlice<String>, parameter found: String?) -> Place? {
            guard let segment = path.first else {
                return endpoints.isEmpty ? nil : Place(endpoints: endpoints, parameter: found)
            }
            if let place = children[segment]?.place(path.dropFirst(), parameter: found) { return place }
            guard found == nil, !segment.isEmpty else { return nil }
            return parameter.first?.place(path.dropFirst(), parameter: segment)
        }
    }

    private var root = Node()

    /// Makes the tree of the commands of a registry and the hub's operations.
    init(_ entries: [CatalogEntry]) {
        for entry in entries {
            insert(.command(entry))
        }
        for operation in HubOperation.allCases {
            insert(.operation(operation))
        }
    }

    private mutating func insert(_ endpoint: Endpoint) {
        let route = endpoint.route
        root.insert(endpoint, route.method, at: route.path.split(separator: "/")[...])
    }

    /// Where the decoded segments below ``Route/base`` lead; nil for nowhere.
    func place(_ segments: [String]) -> Place? {
        root.place(segments[...], parameter: nil)
    }
}
