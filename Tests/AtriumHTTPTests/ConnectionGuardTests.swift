import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Synchronization
import Testing

@testable import AtriumHTTP

/// When connections are ended, by a clock that the tests move.
@Suite struct ConnectionGuardTests {
    private let channel: EmbeddedChannel
    private let notices = CallCounter()

    /// Counts the calls of a watch when the client disconnects.
    private final class CallCounter: Sendable {
        let count = Atomic(0)
        var value: Int { count.load(ordering: .relaxed) }
        func call() { count.wrappingAdd(1, ordering: .relaxed) }
    }

    init() throws {
        channel = EmbeddedChannel(
            handler: ConnectionGuard(.init(), connections: OpenConnections(limit: 10)) { _ in
                (HTTPResponse(status: .badRequest), ByteBuffer())
            })
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    /// Whether the client takes what is sent.
    private func setTaking(_ isTaking: Bool) {
        channel.isWritable = isTaking
        channel.pipeline.fireChannelWritabilityChanged()
    }

    private func pass(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

    private func watch() {
        let notices = notices
        channel.pipeline.triggerUserOutboundEvent(
            ConnectionGuard.Watch { notices.call() }, promise: nil)
    }

    private func ask(closing connection: String? = nil) throws {
        var head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/")
        head.headerFields[.connection] = connection
        try channel.writeInbound(HTTPRequestPart.head(head))
        try channel.writeInbound(HTTPRequestPart.end(nil))
    }

    private func answer() throws {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    /// The head of a request whose body is to come.
    private func begin(length: Int = 1 << 30) throws {
        var head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/")
        head.headerFields[.contentLength] = String(length)
        try channel.writeInbound(HTTPRequestPart.head(head))
    }

    private func send(_ count: Int) throws {
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0, count: count)))
    }

    // MARK: - Silence

    /// Where nothing was ever sent, where only a part of a request was, and after an answer.
    @Test(arguments: ["nothing", "a head", "a piece of a body", "a request that was answered"])
    func silenceIsEnded(after what: String) throws {
        pass(59)
        switch what {
        case "a head": try begin()
        case "a piece of a body":
            try begin()
            pass(59)
            try send(1 << 20)
        case "a request that was answered":
            try ask()
            pass(600)
            try answer()
        default:
            pass(1)
            #expect(!channel.isActive)
            return
        }
        pass(59)
        #expect(channel.isActive)
        pass(1)
        #expect(!channel.isActive)
    }

    /// While an answer is made the client has nothing to say, however long that takes.
    @Test func whoWaitsForAnAnswerMayBeSilent() throws {
        try ask()
        pass(3600)
        #expect(channel.isActive)
        // The next request may be halfway here meanwhile: its time begins with that answer.
        try begin()
        pass(600)
        #expect(channel.isActive)
        try answer()
        pass(59)
        #expect(channel.isActive)
        pass(1)
        #expect(!channel.isActive)
    }

    /// One request after the other, each a little before the time is over.
    @Test func whoAsksNowAndThenStays() throws {
        for _ in 0..<10 {
            pass(59)
            try ask()
            try answer()
        }
        pass(60)
        #expect(!channel.isActive)
    }

    // MARK: - Trickles

    /// After thirty seconds a body comes with a thousand bytes a second on the average.
    @Test(arguments: [(29, true), (30, true), (31, true), (32, false), (50, false)] as [(Int64, Bool)])
    func aTrickleIsTooSlow(seconds: Int64, isTaken: Bool) throws {
        try begin()
        try send(999)
        pass(seconds)
        try send(1)
        #expect(channel.isActive == isTaken)
    }

    @Test func whoSendsFastEnoughIsNot() throws {
        try begin()
        for _ in 0..<600 {
            pass(10)
            try send(10_000)
        }
        #expect(channel.isActive)
        // It is counted from its beginning: who was fast may be slow for a while.
        pass(30)
        try send(1)
        #expect(channel.isActive)
        pass(1)
        try send(1)
        #expect(!channel.isActive)
    }

    /// However fast: a body that never ends would keep its place for ever.
    @Test func aBodyEnds() throws {
        try begin(length: .max)
        for _ in 0..<(4 * 60 * 2) {
            pass(30)
            try send(1 << 20)
        }
        #expect(channel.isActive)
        pass(1)
        try send(1 << 20)
        #expect(!channel.isActive)
    }

    // MARK: - Answers

    @Test func anAnswerThatIsLeftUnreadIsCut() throws {
        try ask()
        setTaking(false)
        pass(59)
        #expect(channel.isActive)
        pass(1)
        #expect(!channel.isActive)
    }

    /// Whoever reads slowly, but reads, is not cut off: the time begins anew with each piece.
    @Test func whoReadsSlowlyIsNot() throws {
        try ask()
        for _ in 0..<5 {
            setTaking(false)
            pass(59)
            setTaking(true)
        }
        pass(3600)
        #expect(channel.isActive)
        setTaking(false)
        pass(60)
        #expect(!channel.isActive)
    }

    /// Who is answered is told as soon as the client ends its side, or at once where it has.
    @Test func whoGoesIsToldOf() throws {
        try ask()
        watch()
        #expect(notices.value == 0)
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(notices.value == 1)
        watch()
        #expect(notices.value == 2)
    }

    /// What was answered asks no more.
    @Test func whatWasAnsweredIsNotToldOfIt() throws {
        try ask()
        watch()
        try answer()
        try ask()
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(notices.value == 0)
    }

    /// Stands where the socket is, and holds the end of the answer back until it is told that all was sent.
    private final class SlowSocket: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart
        var sent: EventLoopPromise<Void>?

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            guard mode == .output else { return context.close(mode: mode, promise: promise) }
            sent = promise
        }
    }

    /// After the last answer the connection is closed a little after it was sent, however long that took.
    @Test(arguments: [0, 30, 59] as [Int64]) func theLastAnswerIsSentToItsEnd(seconds: Int64) throws {
        let socket = SlowSocket()
        try channel.pipeline.syncOperations.addHandler(socket, position: .first)
        try ask(closing: "keep-alive, Close")
        try answer()
        pass(seconds)
        #expect(channel.isActive)
        try #require(socket.sent).succeed()
        pass(1)
        #expect(channel.isActive)
        pass(1)
        #expect(!channel.isActive)
    }

    /// Whoever does not take it is not waited for.
    @Test func theLastAnswerIsNotSentForEver() throws {
        let socket = SlowSocket()
        try channel.pipeline.syncOperations.addHandler(socket, position: .first)
        try ask(closing: "close")
        try answer()
        pass(59)
        #expect(channel.isActive)
        pass(1)
        #expect(!channel.isActive)
        socket.sent?.fail(ChannelError.ioOnClosedChannel)
    }
}
