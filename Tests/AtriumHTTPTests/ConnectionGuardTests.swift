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
    private let told = Told()

    /// How often somebody was told that the client has gone.
    private final class Told: Sendable {
        let count = Atomic(0)
        var value: Int { count.load(ordering: .relaxed) }
        func tell() { count.wrappingAdd(1, ordering: .relaxed) }
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
        let told = told
        channel.pipeline.triggerUserOutboundEvent(
            ConnectionGuard.Watch { told.tell() }, promise: nil)
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

    @Test func anAnswerThatIsLeftUnreadIsCut() {
        setTaking(false)
        pass(59)
        #expect(channel.isActive)
        pass(1)
        #expect(!channel.isActive)
    }

    /// Whoever reads slowly, but reads, is not cut off: the time begins anew with each piece.
    @Test func whoReadsSlowlyIsNot() {
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
        #expect(told.value == 0)
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(told.value == 1)
        watch()
        #expect(told.value == 2)
    }

    /// What was answered asks no more.
    @Test func whatWasAnsweredIsNotToldOfIt() throws {
        try ask()
        watch()
        try answer()
        try ask()
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(told.value == 0)
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
