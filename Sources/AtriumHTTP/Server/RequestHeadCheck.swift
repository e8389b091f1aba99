import HTTPTypes
import NIOCore
import NIOHTTP1

/// What must be looked at before a request is a value that knows no more of HTTP/1's versions, targets and framing.
///
/// It stands before the handler that makes such values, and refuses by an error that ``ConnectionGuard`` answers.
final class RequestHeadCheck: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Whether the client speaks HTTP/1.0: then the end of the answer is the end of the connection.
    private var isOld = false
    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasRefused else { return }
        guard case .head(var head) = unwrapInboundIn(data) else {
            context.fireChannelRead(data)
            return
        }
        do {
            try Self.check(head)
            try Self.takeAbsoluteForm(&head)
        } catch {
            hasRefused = true
            context.fireErrorCaught(error)
            return
        }
        if head.version != .http1_1 {
            isOld = true
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            // RFC 9110 section 10.1.1: of a client that is so old it means nothing.
            head.headers.remove(name: "Expect")
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isOld, case .head(var head) = unwrapOutboundIn(data) else {
            context.write(data, promise: promise)
            return
        }
        // Chunks are not known to HTTP/1.0; see RFC 9112 section 6.1.
        head.version = .http1_0
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    private static func check(_ head: HTTPRequestHead) throws {
        // RFC 9112 section 3.2: also where the target names a host, which counts.
        let hosts = head.headers["Host"]
        guard hosts.count <= 1 else {
            throw HTTPFailure.malformed(
                "the request names its host more than once", remedy: "send one Host header")
        }
        guard head.version != .http1_1 || !hosts.isEmpty else { throw HostCheck.missing }
        guard hosts.allSatisfy({ $0.isEmpty || HostCheck.name(of: $0.lowercased()) != nil }) else {
            throw HTTPFailure.malformed(
                "the Host header is not a valid host", remedy: "send a name or an address")
        }
        // RFC 9110 section 10.1.1. What is so old that it cannot mean it is passed over.
        let expected = head.headers[canonicalForm: "Expect"]
        guard head.version != .http1_1 || expected.allSatisfy({ $0.lowercased() == "100-continue" }) else {
            throw HTTPFailure(
                .expectationFailed, "expectation-failed", "the request's Expect header is not supported",
                remedy: "send Expect: 100-continue, or leave it out")
        }
        let codings = head.headers[canonicalForm: "Transfer-Encoding"].map { $0.lowercased() }
        guard !codings.isEmpty else { return }
        // RFC 9112 section 6.1: a recipient that does not know the coding says so; one that is unknown to the version is a
        // way to smuggle a request past a proxy.
        guard head.version == .http1_1 else {
            throw HTTPFailure.malformed("HTTP/1.0 has no Transfer-Encoding", remedy: "send Content-Length")
        }
        guard codings == ["chunked"] else {
            throw HTTPFailure(
                .notImplemented, "not-implemented", "the only supported Transfer-Encoding is chunked")
        }
    }

    /// Takes a target with the host in it apart (RFC 9112 section 3.2.2): it counts, whatever the Host field says.
    private static func takeAbsoluteForm(_ head: inout HTTPRequestHead) throws {
        guard !head.uri.hasPrefix("/"), let colon = head.uri.firstRange(of: "://") else { return }
        let scheme = head.uri[..<colon.lowerBound].lowercased()
        let rest = head.uri[colon.upperBound...]
        let authority = rest.prefix { !"/?#".contains($0) }
        guard scheme == "http" || scheme == "https", !authority.isEmpty, !authority.contains("@") else {
            throw HTTPFailure.malformed("the request's target is not a path")
        }
        head.headers.replaceOrAdd(name: "Host", value: String(authority))
        let path = rest[authority.endIndex...]
        head.uri = path.hasPrefix("/") ? String(path) : "/" + path
    }
}
