import AtriumHost
import AtriumSDK
import HTTPTypes
package import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

/// Answers every request: finds out what is asked for, and turns whatever goes wrong into an answer too.
struct HubResponder: HTTPResponder {
    typealias Context = RequestOrigin

    let service: HubService

    func respond(to request: Request, context: RequestOrigin) async throws -> Response {
        let id = String(describing: RequestID())
        let start = ContinuousClock.now
        var response: Response
        var label = "none"
        do {
            (response, label) = try await answer(request, context, id: id)
        } catch let failed as HubAPI.RoutedError {
            label = failed.route
            response = Answer.failure(failure(failed.error, id: id), requestID: id)
        } catch {
            response = Answer.failure(failure(error, id: id), requestID: id)
        }
        if request.method == .head { response = response.createHeadResponse() }
        service.headers.apply(to: &response, requestID: id)
        service.note(request.method.rawValue, response, route: label, id: id, time: start.duration(to: .now))
        return response
    }

    /// What a client is told of an error.
    private func failure(_ error: any Error, id: String) -> HTTPFailure {
        switch error {
        case is HTTPParserError:
            // The body is broken, and nothing more can be made of the connection.
            var failure = HTTPFailure.malformed("the request's body is malformed or incomplete")
            failure.headers[.connection] = "close"
            return failure
        // The client has gone: nobody is told anything.
        case is IOError, is ChannelError, is RequestCancellation.Cancelled:
            return .malformed("the connection has ended")
        default: return service.failures.failure(error, request: id)
        }
    }

    // MARK: - What is asked for

    /// The answer, and the name under which it is counted.
    private func answer(
        _ request: Request, _ origin: RequestOrigin, id: String
    ) async throws -> (Response, String) {
        let host = try service.hosts.check(request.head.authority)
        if request.method == .options, request.head.path == "*" {
            // RFC 9110 section 9.3.7: about the server, and no path.
            return (
                Answer.empty(.noContent, headers: [.allow: "GET, HEAD, POST, PATCH, DELETE, OPTIONS"]), "none"
            )
        }
        let target: RequestTarget
        do {
            target = try RequestTarget(request.head.path ?? "")
        } catch {
            // Nobody's address; a person who mistyped one is told so on a page.
            guard let surface = service.surfaces.first, request.head.path?.hasPrefix("/api/") != true else {
                throw error
            }
            let visit = visitor(request, origin, host, try RequestTarget("/"), id: id)
            return (await surface.answer(failure(error, id: id), to: visit, of: service), "page")
        }
        switch target.segments {
        case ["health"]:
            return (try await only(request) { Answer.json(.object(["status": .text("ok")])) }, "health")
        case ["ready"]: return (try await only(request) { try await service.readiness() }, "ready")
        case ["api", "openapi.json"]:
            let visit = visit(request, origin, host, target)
            return (try await only(request) { try await service.describe(visit) }, "openapi")
        default: break
        }
        if target.segments.count == 3, target.segments[0] == "feeds" {
            let visit = visit(request, origin, host, target)
            let response = try await only(request) {
                try await FeedDownload(service: service, visit: visit).answer(
                    secret: target.segments[1], name: target.segments[2])
            }
            return (response, "feed")
        }
        guard target.segments.starts(with: ["api", "v1"]), target.segments.count > 2 else {
            return try await answerOfSurface(request, origin, host, target, id: id)
        }
        let visit = visit(request, origin, host, target)
        return try await service.api.answer(visit, segments: Array(target.segments.dropFirst(2)))
    }

    /// The answer of the first surface at whose address a path leads.
    private func answerOfSurface(
        _ request: Request, _ origin: RequestOrigin, _ host: String, _ target: RequestTarget, id: String
    ) async throws -> (Response, String) {
        let visit = visitor(request, origin, host, target, id: id)
        for surface in service.surfaces where target.segments.first != "api" {
            do {
                if let (response, label) = try await surface.answer(visit, of: service) {
                    return (response, label)
                }
            } catch {
                return (await surface.answer(failure(error, id: id), to: visit, of: service), "page")
            }
        }
        throw HTTPFailure.notFound
    }

    /// Somebody who looks at pages: who they are is known by the cookie alone.
    private func visitor(
        _ request: Request, _ origin: RequestOrigin, _ host: String, _ target: RequestTarget, id: String
    ) -> Visit {
        let credential = service.gate.cookies.session(in: request).flatMap {
            Credential(.session, secret: $0)
        }
        return Visit(
            request: request, origin: origin, host: host, target: target, credential: credential,
            isOfSurface: true, id: id)
    }

    private func visit(
        _ request: Request, _ origin: RequestOrigin, _ host: String, _ target: RequestTarget
    ) -> Visit {
        Visit(
            request: request, origin: origin, host: host, target: target,
            credential: service.gate.credential(request), isOfSurface: false)
    }

    /// An answer to GET and HEAD, and to nothing else.
    private func only(_ request: Request, _ answer: () async throws -> Response) async throws -> Response {
        switch request.method {
        case .get, .head: return try await answer()
        case .options: return Answer.empty(.noContent, headers: [.allow: "GET, HEAD, OPTIONS"])
        default: throw HTTPFailure.methodNotAllowed("GET, HEAD, OPTIONS")
        }
    }
}

/// A request with what is known around it.
///
/// One object, since it goes through many hands.
package final class Visit: Sendable {
    /// The request.
    package let request: Request
    let origin: RequestOrigin
    /// The name under which the server was called.
    package let host: String
    let target: RequestTarget
    /// By what it shows who it comes from; nil: by nothing.
    let credential: Credential?
    /// Whether it is for a ``Surface``, whose forms have a rule of their own.
    let isOfSurface: Bool
    /// By what the log knows the request.
    package let id: String

    init(
        request: Request, origin: RequestOrigin, host: String, target: RequestTarget,
        credential: Credential?, isOfSurface: Bool, id: String = ""
    ) {
        self.request = request
        self.origin = origin
        self.host = host
        self.target = target
        self.credential = credential
        self.isOfSurface = isOfSurface
        self.id = id
    }

    /// The segments of the path, decoded; a slash at the end gives an empty last one.
    package var segments: [String] { target.segments }

    /// The fields of the query in order.
    ///
    /// - Throws: ``HTTPFailure`` with status 400 where it is not percent-encoded UTF-8.
    package func query() throws -> [(name: String, value: String)] { try target.parameters() }

    /// Whether a page of this hub led here, as far as the browser tells: after a form, say.
    package var comesFromHere: Bool {
        request.headers[CrossSite.site].map { $0 == "same-origin" } ?? true
    }

    /// Refuses what another site has a browser send to a page's form.
    ///
    /// - Throws: ``HTTPFailure`` with status 403.
    package func requireOwnForm(of service: HubService) throws {
        try CrossSite.check(self, isSecure: service.isSecure, rule: .form)
    }
}

extension Visit {
    /// Whether the client waits for a word before it sends the body.
    var isWaitingToSend: Bool { request.headers[.expect]?.lowercased() == "100-continue" }

    /// Says that the body will be read, once it is known that it is not refused.
    func welcomeBody() {
        guard isWaitingToSend else { return }
        origin.channel.triggerUserOutboundEvent(ConnectionGuard.BodyIsWanted(), promise: nil)
    }
}

/// Tells clients of errors, and the log of what clients are not told.
struct FailureReport: Sendable {
    let logger: Logger
    /// What is installed: remedies name its commands.
    let registry: ModuleRegistry

    /// What the client is told.
    ///
    /// Nothing that a user keeps is in the log; of what is wrong with the hub it names the files, and the user whose they are.
    func failure(_ error: any Error, request id: String) -> HTTPFailure {
        switch error {
        case let failure as HTTPFailure: return failure
        case let error as AtriumError:
            let failure = HTTPFailure(error, registry)
            if failure.status.code >= 500 {
                logger.error(
                    "\(error.code.rawValue)", metadata: ["request": "\(id)", "reason": "\(error.message)"])
            }
            return failure
        case is CancellationError:
            return HTTPFailure(.serviceUnavailable, "try-again", "the server is stopping; try again")
        default:
            logger.error("unexpected", metadata: ["request": "\(id)", "type": "\(type(of: error))"])
            return .internalError
        }
    }
}
