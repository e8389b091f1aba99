import AtriumHost
import AtriumSDK
import HTTPTypes
import Hummingbird

/// Answers what stands below `/api/v1`: the commands of the user's modules, and the hub's own operations.
struct HubAPI {
    let service: HubService

    /// The answer to a request, and the route under which it is counted.
    ///
    /// - Throws: ``HTTPFailure``, ``AtriumError``. Whoever has not shown who they are learns nothing but that.
    func answer(_ visit: Visit, segments: [String]) async throws -> (Response, String) {
        let place = service.tree.place(segments)
        let method = visit.request.method
        let endpoint = Self.routeMethod(method).flatMap { place?.endpoints[$0] }
        guard let place, let endpoint, method != .options else {
            return (try await answerWithoutEndpoint(visit, place), "none")
        }
        let label = Self.label(endpoint.route)
        do {
            switch endpoint {
            case .command(let entry):
                let answer = CommandAnswer(service: service, visit: visit, entry: entry)
                return (try await answer.make(place.parameter), label)
            case .operation(let operation):
                let answer = OperationAnswer(service: service, visit: visit, operation: operation)
                return (try await answer.make(place.parameter), label)
            }
        } catch {
            throw RoutedError(route: label, error: error)
        }
    }

    /// What is said where nothing is there, or nothing for the method: 404, 405, or the methods that there are.
    private func answerWithoutEndpoint(_ visit: Visit, _ place: RouteTree.Place?) async throws -> Response {
        let methods = try await service.perform(visit) { session in
            Self.methods(of: place, modules: Set(try session.enabledModules().map(\.id)))
        }
        guard !methods.isEmpty else { throw HTTPFailure.notFound }
        let allowed = methods.joined(separator: ", ")
        guard visit.request.method == .options else { throw HTTPFailure.methodNotAllowed(allowed) }
        return Answer.empty(.noContent, headers: [.allow: allowed])
    }

    /// The methods that a path takes from a user with some modules, in a fixed order.
    private static func methods(of place: RouteTree.Place?, modules: Set<String>) -> [String] {
        let endpoints = (place?.endpoints ?? [:]).filter { _, endpoint in
            guard case .command(let entry) = endpoint, let module = entry.module else { return true }
            return modules.contains(module)
        }
        guard !endpoints.isEmpty else { return [] }
        let order: [(Route.Method, [String])] = [
            (.get, ["GET", "HEAD"]), (.post, ["POST"]), (.patch, ["PATCH"]), (.delete, ["DELETE"]),
        ]
        return order.flatMap { endpoints[$0.0] == nil ? [] : $0.1 } + ["OPTIONS"]
    }

    /// What went wrong on a route that is known, so that it is counted there.
    struct RoutedError: Error {
        let route: String
        let error: any Error
    }

    private static func routeMethod(_ method: HTTPRequest.Method) -> Route.Method? {
        switch method {
        case .get, .head: .get
        case .post: .post
        case .patch: .patch
        case .delete: .delete
        default: nil
        }
    }

    private static func label(_ route: Route) -> String {
        route.method.rawValue.uppercased() + " " + route.path
    }
}
