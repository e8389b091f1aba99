import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Ends connections that would hold the server up: those that send or read too slowly, and those that speak no HTTP.
///
/// Silence while a request is awaited or read is Hummingbird's to end, by its idle timeout. A trickle of bytes is ended
/// here, and a client that leaves its answer unread; so is one whose header is too long, with the status that says so.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// What is too slow.
    struct Limits: Sendable {
        /// How long a connection may be silent where a request is awaited or read.
        var silence = TimeAmount.seconds(60)
        /// How long a body may take whatever its size.
        var grace = TimeAmount.seconds(30)
        /// The bytes a second that a body must come with after that.
        var slowestBody = 1000.0
        /// How long a body may take at most.
        var longestBody = TimeAmount.hours(4)
        /// How long an answer may be left unread.
        var unread = TimeAmount.seconds(60)
        /// How long a connection stays open after its last answer.
        var farewell = TimeAmount.seconds(2)
    }

    private let limits: Limits
    private var bodyBegan: NIODeadline?
    private var bodyBytes = 0
    private var isAnswering = false
    private var unreadTask: Scheduled<Void>?
    private var isLast = false
    private var endTask: Scheduled<Void>?

    init(_ limits: Limits) { self.limits = limits }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            (bodyBegan, bodyBytes) = (.now(), 0)
            // RFC 9110 section 10.1.1: the client waits for a word before it sends the body.
            if head.headerFields[.expect]?.lowercased() == "100-continue" {
                context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
            }
        case .body(let bytes):
            bodyBytes += bytes.readableBytes
            if isTooSlow {
                context.close(promise: nil)
                return
            }
        case .end: bodyBegan = nil
        }
        context.fireChannelRead(data)
    }

    private var isTooSlow: Bool {
        guard let bodyBegan else { return false }
        let time = NIODeadline.now() - bodyBegan
        guard time > limits.grace else { return false }
        guard time <= limits.longestBody else { return true }
        return Double(bodyBytes) < Double((time - limits.grace).nanoseconds) / 1e9 * limits.slowestBody
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            isAnswering = true
            isLast = head.headerFields[.connection] == "close"
        case .body: break
        case .end:
            isAnswering = false
            if isLast {
                end(context, data, promise)
                return
            }
        }
        context.write(data, promise: promise)
    }

    /// Ends a connection after an answer that says so, though more of its request may be coming: the client is given a
    /// little time to read the answer, then nothing more of the request is read.
    private func end(_ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
        let channel = context.channel
        context.writeAndFlush(data, promise: promise)
        context.close(mode: .output, promise: nil)
        endTask = context.eventLoop.scheduleTask(in: limits.farewell) { channel.close(promise: nil) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        unreadTask?.cancel()
        unreadTask = nil
        if !context.channel.isWritable {
            let channel = context.channel
            unreadTask = context.eventLoop.scheduleTask(in: limits.unread) { channel.close(promise: nil) }
        }
        context.fireChannelWritabilityChanged()
    }

    func handlerRemoved(context: ChannelHandlerContext) { unreadTask?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        unreadTask?.cancel()
        endTask?.cancel()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A request whose body has begun is told by those who read it; before that nobody knows of it.
        guard let error = error as? HTTPParserError, bodyBegan == nil else {
            context.fireErrorCaught(error)
            return
        }
        guard !isAnswering else {
            context.close(promise: nil)
            return
        }
        let failure =
            error == .headerOverflow
            ? HTTPFailure(
                .requestHeaderFieldsTooLarge, "header-too-large", "the request's header is too large",
                remedy: "send fewer or shorter fields")
            : HTTPFailure.malformed("the request is not HTTP/1.1")
        let body = ByteBuffer(bytes: Answer.bytes(of: failure))
        let fields: HTTPFields = [
            .contentType: Answer.jsonType, .contentLength: String(body.readableBytes), .connection: "close",
        ]
        let head = HTTPResponse(status: failure.status, headerFields: fields)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
    }
}
