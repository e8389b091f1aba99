import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Testing

/// An application that says on which port it listens.
private struct LiveApplication<Base: ApplicationProtocol>: ApplicationProtocol {
    let base: Base
    let port: AsyncStream<Int>.Continuation

    var responder: Base.Responder { get async throws { try await base.responder } }
    var server: HTTPServerBuilder { base.server }
    var eventLoopGroup: any EventLoopGroup { base.eventLoopGroup }
    var configuration: ApplicationConfiguration { base.configuration }
    var logger: Logger { base.logger }
    var services: [any Service] { base.services }
    var processesRunBeforeServerStart: [@Sendable () async throws -> Void] {
        base.processesRunBeforeServerStart
    }

    func onServerRunning(_ channel: any Channel) async {
        await base.onServerRunning(channel)
        if let number = channel.localAddress?.port { port.yield(number) }
    }
}

extension ApplicationProtocol {
    /// Runs a body while the application listens, and ends the application.
    ///
    /// - Parameter body: is told the port.
    /// - Throws: what the application throws if it cannot listen, or what the body throws.
    func listening<Result: Sendable>(_ body: @Sendable (_ port: Int) async throws -> Result) async throws
        -> Result
    {
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let group = ServiceGroup(
            configuration: .init(services: [LiveApplication(base: self, port: port)], logger: logger))
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { port.finish() }
                try await group.run()
            }
            guard let number = await ports.first(where: { _ in true }) else {
                try await tasks.waitForAll()
                return try #require(nil, "the application has ended before it listened")
            }
            do {
                let result = try await body(number)
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
                return result
            } catch {
                await group.triggerGracefulShutdown()
                throw error
            }
        }
    }
}
