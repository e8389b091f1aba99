import AtriumHost
import HTTPTypes
import Hummingbird

/// Gives the server's figures to Prometheus, on a port of the loopback address and at no other.
///
/// They name routes, never paths, and no users.
struct MetricsServer: HTTPResponder {
    typealias Context = RequestOrigin

    let service: HubService

    func respond(to request: Request, context: RequestOrigin) async throws -> Response {
        // A page that was given another name for this machine is to learn nothing.
        guard (try? Self.hosts.check(request.head.authority)) != nil else {
            return Answer.empty(.misdirectedRequest)
        }
        guard request.method == .get || request.method == .head, request.uri.path == "/metrics" else {
            return Answer.empty(.notFound)
        }
        return Response(
            status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private static let hosts = HostCheck(isLoopback: true, address: "127.0.0.1")

    /// All figures.
    var text: String {
        let gauges: [(String, String, Int)] = [
            ("atrium_open_vaults", "Open vaults.", service.hub.openVaultCount),
            ("atrium_event_streams", "Open event streams.", service.watching.count),
            ("atrium_uploads", "Files that are being uploaded.", service.uploading.count),
            ("atrium_running_jobs", "Running imports.", service.jobs.runningCount),
        ]
        let lines = gauges.flatMap { name, help, value in
            ["# HELP \(name) \(help)", "# TYPE \(name) gauge", "\(name) \(value)"]
        }
        return (service.figures.lines + lines).joined(separator: "\n") + "\n"
    }

    /// The application that serves them.
    func application(port: Int) -> Application<MetricsServer> {
        Application(
            responder: self,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            logger: service.logger)
    }
}
