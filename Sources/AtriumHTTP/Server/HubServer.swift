public import AtriumHost
import AtriumSDK
import Dispatch
import Glibc
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization
import UnixSignals

/// The hub as an HTTP server.
public enum HubServer {
    /// How long requests may take to finish once the server is told to stop.
    static let patience = Duration.seconds(17)
    /// How long the vaults may take to be closed after that.
    private static let closingTime = DispatchTimeInterval.seconds(2)
    /// How many connections are open at once; further ones wait to be accepted.
    static let connectionLimit = 1000

    /// Serves a hub until the process is told to stop by SIGTERM or SIGINT; then requests under way are finished.
    ///
    /// The calling thread waits meanwhile.
    /// - Throws: ``AtriumError``: `usage` for an address that is public without TLS, `inputOutput` where the port is taken,
    ///   `badData` for a certificate or key that cannot be used; what opening the accounts throws.
    public static func serve(_ hub: Hub, _ options: ServerOptions) throws {
        try serve(hub, options, surfaces: [])
    }

    /// The same with other ways in beside the API.
    package static func serve(_ hub: Hub, _ options: ServerOptions, surfaces: [any Surface]) throws {
        try ServerAddress.check(options)
        // A home that cannot be opened is said now, and not to whoever asks first.
        _ = try hub.accounts()
        let outcome = Mutex<Result<Void, any Error>>(.success(()))
        let finished = DispatchSemaphore(value: 0)
        Task(executorPreference: EventLoopExecutor()) {
            do { try await run(hub, options, surfaces) } catch { outcome.withLock { $0 = .failure(error) } }
            finished.signal()
        }
        finished.wait()
        try outcome.withLock { $0 }.get()
    }

    private static func run(
        _ hub: Hub, _ options: ServerOptions, _ surfaces: [any Surface]
    ) async throws {
        let log = LineQueue(to: STDERR_FILENO)
        defer { log.drain(within: .seconds(1)) }
        var logger = Logger(label: "atrium") { _ in LineLog(log) }
        logger.logLevel = .info
        let service = HubService(hub: hub, options: options, surfaces: surfaces, logger: logger)
        // The last of them is told to stop first.
        var services: [any Service] = [try application(service, options), Housekeeping(service: service)]
        if let port = options.metricsPort {
            services.append(MetricsServer(service: service).application(port: port))
        }
        var group = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger)
        group.maximumGracefulShutdownDuration = patience
        defer { close(hub) }
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as IOError {
            let ports =
                ["\(options.host), port \(options.port)"]
                + (options.metricsPort.map { ["127.0.0.1, port \($0) (metrics)"] } ?? [])
            throw AtriumError(
                .inputOutput, "cannot listen on \(ports.joined(separator: ", or on ")): \(error)",
                remedy: "stop the program that uses the port, or choose another with --port")
        }
    }

    /// Closes the vaults, so that what stands in their logs is in their files; where a command is still at work in one that
    /// has not heeded its end, the next one to open it does that.
    private static func close(_ hub: Hub) {
        let closed = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            hub.close()
            closed.signal()
        }
        _ = closed.wait(timeout: .now() + closingTime)
    }

    /// The application that answers requests; tests drive it without a network.
    static func application(
        _ service: HubService, _ options: ServerOptions, limits: ConnectionGuard.Limits = .init()
    ) throws -> Application<HubResponder> {
        let connections = OpenConnections(limit: limits.connections)
        var channel = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                ConnectionGuard(limits, connections: connections) { service.refusal($0) }
            ])
        channel.httpDecoder = .init(
            maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 64 << 10, maxHeaderFieldCount: 100)
        var server = HTTPServerBuilder.http1(configuration: channel)
        if let files = options.tls { server = try .tls(server, tlsConfiguration: tls(files)) }
        return Application(
            responder: HubResponder(service: service), server: server,
            configuration: ApplicationConfiguration(
                address: .hostname(options.host, port: options.port),
                availableConnectionsDelegate: .maximum(connectionLimit, logger: service.logger)),
            onServerRunning: { greet(at: $0.localAddress?.port ?? options.port, service, options) },
            logger: service.logger)
    }

    /// Says what each surface has to say to whoever started the server.
    private static func greet(at port: Int, _ service: HubService, _ options: ServerOptions) {
        let host = options.host.contains(":") ? "[\(options.host)]" : options.host
        let address = "\(options.tls == nil ? "http" : "https")://\(host):\(port)"
        for surface in service.surfaces {
            do {
                if let greeting = try surface.greeting(at: address, of: service) {
                    // At once, also into a pipe, where print would keep it.
                    let line = Array((greeting + "\n").utf8)
                    _ = line.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
                }
            } catch {
                _ = service.failures.failure(error, request: "greeting")
            }
        }
    }

    private static func tls(_ files: ServerOptions.TLSFiles) throws -> TLSConfiguration {
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(files.certificate)
            let key = try NIOSSLPrivateKey(file: files.key, format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            // RFC 8996: 1.0 and 1.1 are not to be used.
            configuration.minimumTLSVersion = .tlsv12
            return configuration
        } catch {
            throw AtriumError(
                .badData, "the certificate \(files.certificate) or its key cannot be used: \(error)",
                remedy: "give a chain and its private key as PEM files that this user can read")
        }
    }
}
