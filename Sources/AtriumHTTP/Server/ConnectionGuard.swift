import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Ends connections that would hold the server up: those that send or read too slowly, and those that speak no HTTP.
///
/// Silence while a request is awaited or read is ended here, a trickle of bytes, and a client that leaves its answer
/// unread; so is one whose header is too long, with the status that says so, and one that would go on sending a body after
/// it was refused. The time is the event loop's, which tests move.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// What is too slow.
    struct Limits: Sendable {
        /// How long a connection may be silent where a request is awaited or read; a header counts once it is whole.
        var silence = TimeAmount.seconds(60)
        /// How long a body may take whatever its size.
        var grace = TimeAmount.seconds(30)
        /// The bytes a second that a body must come with after that.
        var slowestBody = 1000.0
        /// How long a body may take at most.
        var longestBody = TimeAmount.hours(4)
        /// How many bytes of a body are still read after its request was refused; more would only cost time.
        var unreadBody = 1 << 16
        /// How long an answer may be left unread.
        var unread = TimeAmount.seconds(60)
        /// How long a connection stays open after its last answer.
        var farewell = TimeAmount.seconds(2)
        /// From how many open connections on a new one ends a silent one.
        var connections = 900
    }

    /// Somebody wants to read the body of the request that is being answered.
    struct BodyIsWanted: Sendable {}

    /// Somebody wants to be told when the client of the request that is being answered ends its side of the connection.
    ///
    /// Whether it still reads shows only when something is sent, which is late for what takes long to make: whoever waits
    /// for that keeps the connection whole.
    struct Watch: Sendable {
        let tell: @Sendable () -> Void
    }

    /// An answer to what never became a request, counted and written down like others.
    typealias Refusal = @Sendable (HTTPFailure) -> (head: HTTPResponse, body: ByteBuffer)

    /// A request that was begun and is not answered to its end.
    private struct Pending {
        /// Whether the client closes the connection after it.
        let isLast: Bool
        /// Whether the client waits for a word before it sends the body.
        var isExpecting: Bool
        /// How many bytes of the body are to come; nil where that is not known.
        var outstanding: Int?
        var isComplete = false
    }

    private let limits: Limits
    private let connections: OpenConnections
    private let refusal: Refusal
    private var connection: OpenConnections.Connection?
    private var pending: [Pending] = []
    /// What is to be answered once all that came before it is.
    private var failure: HTTPFailure?
    private var bodyBegan: NIODeadline?
    private var bodyBytes = 0
    private var isLast = false
    private var watches: [Watch] = []
    /// Whether the client has ended its side.
    private var hasEnded = false
    /// When something came last, or the last answer was sent.
    private var lastSign = NIODeadline.distantPast
    private var silenceTask: Scheduled<Void>?
    private var unreadTask: Scheduled<Void>?
    private var endTask: Scheduled<Void>?

    init(_ limits: Limits, connections: OpenConnections, refusal: @escaping Refusal) {
        self.limits = limits
        self.connections = connections
        self.refusal = refusal
    }

    func handlerAdded(context: ChannelHandlerContext) {
        connection = connections.add(context.channel)
        if context.channel.isActive { watchSilence(context) }
        let pipeline = context.pipeline.syncOperations
        guard let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) else {
            return
        }
        try? pipeline.addHandler(RequestHeadCheck(), position: .after(decoder))
    }

    func channelActive(context: ChannelHandlerContext) {
        watchSilence(context)
        context.fireChannelActive()
    }

    // MARK: - Silence

    /// Begins to wait for the client.
    private func watchSilence(_ context: ChannelHandlerContext) {
        lastSign = context.eventLoop.now
        // One that is scheduled looks for itself how long it has been: no request pays for it.
        guard silenceTask == nil else { return }
        checkSilence(context)
    }

    private func checkSilence(_ context: ChannelHandlerContext) {
        silenceTask = nil
        // While an answer is made it is the server's turn; the wait begins anew when it is sent.
        // After the last answer the connection has an end of its own.
        guard pending.last?.isComplete != true, !isLast else { return }
        guard context.eventLoop.now - lastSign < limits.silence else {
            context.close(promise: nil)
            return
        }
        let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        silenceTask = context.eventLoop.scheduleTask(deadline: lastSign + limits.silence) {
            let (guardian, context) = loopBound.value
            guardian.checkSilence(context)
        }
    }

    // MARK: - Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard failure == nil, !isLast else { return }
        lastSign = context.eventLoop.now
        switch unwrapInboundIn(data) {
        case .head(let head):
            (bodyBegan, bodyBytes) = (lastSign, 0)
            pending.append(
                Pending(
                    isLast: Self.asksToClose(head),
                    isExpecting: head.headerFields[.expect]?.lowercased() == "100-continue",
                    outstanding: head.headerFields[.contentLength].flatMap { Int($0) }))
            connection?.isAwaited()
        case .body(let bytes):
            bodyBytes += bytes.readableBytes
            connection?.isAwaited()
            if isTooSlow(now: lastSign) {
                context.close(promise: nil)
                return
            }
        case .end:
            bodyBegan = nil
            if !pending.isEmpty { pending[pending.count - 1].isComplete = true }
            connection?.isAnswered()
        }
        context.fireChannelRead(data)
    }

    /// Whether `close` stands among the options of a request's connection (RFC 9110 section 7.6.1).
    private static func asksToClose(_ head: HTTPRequest) -> Bool {
        head.headerFields[.connection]?.split(separator: ",").contains { $0.trimmed.lowercased() == "close" }
            ?? false
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent {
            hasEnded = true
            for watch in watches { watch.tell() }
            watches = []
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func isTooSlow(now: NIODeadline) -> Bool {
        guard let bodyBegan else { return false }
        let time = now - bodyBegan
        guard time > limits.grace else { return false }
        guard time <= limits.longestBody else { return true }
        return Double(bodyBytes) < Double((time - limits.grace).nanoseconds) / 1e9 * limits.slowestBody
    }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        switch event {
        case is BodyIsWanted: sendContinue(context)
        case let watch as Watch where hasEnded: watch.tell()
        case let watch as Watch: watches.append(watch)
        default:
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        promise?.succeed()
    }

    private func sendContinue(_ context: ChannelHandlerContext) {
        // RFC 9110 section 10.1.1. What has begun to send waits for no word.
        guard let first = pending.first, first.isExpecting, bodyBytes == 0 else { return }
        pending[0].isExpecting = false
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    // MARK: - Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            isLast = isLast || head.headerFields[.connection] == "close" || endsConnection
            if isLast {
                head.headerFields[.connection] = "close"
                context.write(wrapOutboundOut(.head(head)), promise: promise)
                return
            }
        case .body: break
        case .end:
            if !pending.isEmpty { pending.removeFirst() }
            watches = []
            if pending.isEmpty { connection?.isAwaited() }
            if isLast {
                end(context, data, promise)
                return
            }
            if pending.last?.isComplete != true { watchSilence(context) }
            if let failure, pending.isEmpty {
                context.write(data, promise: promise)
                answer(failure, context)
                return
            }
        }
        context.write(data, promise: promise)
    }

    /// Whether the connection cannot go on after the answer to the first request that is pending.
    private var endsConnection: Bool {
        guard let first = pending.first else { return false }
        guard !first.isLast else { return true }
        guard !first.isComplete else { return false }
        // Whoever waits for a word may send the body, or another request instead.
        guard !first.isExpecting || bodyBytes > 0 else { return true }
        return first.outstanding.map { $0 - bodyBytes > limits.unreadBody } ?? true
    }

    /// Ends a connection after an answer that says so, though more of its request may be coming.
    ///
    /// Once all of the answer has been sent the client is given a little time to read it, then nothing more of the request
    /// is read. To close while some is still to be sent would throw that away.
    private func end(_ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
        let sent = context.eventLoop.makePromise(of: Void.self)
        let (farewell, loopBound) = (
            limits.farewell, NIOLoopBound((self, context), eventLoop: context.eventLoop)
        )
        endWithin(limits.unread, context)
        sent.futureResult.whenSuccess {
            let (guardian, context) = loopBound.value
            guardian.endWithin(farewell, context)
        }
        context.writeAndFlush(data, promise: promise)
        context.close(mode: .output, promise: sent)
    }

    private func endWithin(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        let channel = context.channel
        endTask?.cancel()
        endTask = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
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

    func handlerRemoved(context: ChannelHandlerContext) {
        silenceTask?.cancel()
        unreadTask?.cancel()
        if let connection { connections.remove(connection) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        silenceTask?.cancel()
        unreadTask?.cancel()
        endTask?.cancel()
        if let connection { connections.remove(connection) }
        context.fireChannelInactive()
    }

    // MARK: - What is no request

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A request whose body has begun is told by those who read it; before that nobody knows of it.
        guard bodyBegan == nil, let failure = Self.failure(error) else {
            context.fireErrorCaught(error)
            return
        }
        if pending.isEmpty { answer(failure, context) } else { self.failure = failure }
    }

    private static func failure(_ error: any Error) -> HTTPFailure? {
        if let failure = error as? HTTPFailure { return failure }
        guard let error = error as? HTTPParserError else { return nil }
        return switch error {
        case .headerOverflow:
            HTTPFailure(
                .requestHeaderFieldsTooLarge, "header-too-large", "the request's header is too large",
                remedy: "send fewer or shorter header fields")
        case .invalidMethod:
            HTTPFailure(.notImplemented, "not-implemented", "the request's method is unknown")
        default: .malformed("the request is not HTTP/1.1")
        }
    }

    private func answer(_ failure: HTTPFailure, _ context: ChannelHandlerContext) {
        self.failure = failure
        var (head, body) = refusal(failure)
        head.headerFields[.connection] = "close"
        isLast = true
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        end(context, wrapOutboundOut(.end(nil)), nil)
    }
}
