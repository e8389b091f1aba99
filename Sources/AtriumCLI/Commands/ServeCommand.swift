import AtriumHost
import AtriumSDK

/// `atrium serve`: the hub over HTTP.
///
/// The server itself is handed to the tool, so that nothing of it is loaded for other commands, and tests of the command
/// line do without.
enum ServeCommand {
    /// What serves a hub until the process is told to stop.
    typealias Server = CommandLineTool.Server

    /// The node.
    static func node(_ serve: @escaping Server) -> CommandNode {
        CommandNode(
            name: "serve", summary: "Start the web page and the HTTP API.",
            discussion: """
                By default, only this machine can reach the server. Another --host requires --certificate and --key, or a \
                proxy that provides TLS. Ctrl-C or SIGTERM stops the server once the current requests are done.
                """,
            command: ToolCommand([
                FieldDeclaration(
                    "host", .text, help: "The address to listen on.", defaultValue: .text("127.0.0.1")),
                FieldDeclaration(
                    "port", .integer(0...65_535), help: "The port; 0 chooses a free port.",
                    defaultValue: .integer(8420)),
                FieldDeclaration("certificate", .file, help: "The certificate chain, in PEM."),
                FieldDeclaration("key", .file, help: "The certificate's private key, in PEM."),
                FieldDeclaration(
                    "insecureBehindProxy", .boolean,
                    help: """
                        Listen without TLS, because a proxy in front of the server provides it. The server trusts what the \
                        proxy reports about the client.
                        """, defaultValue: .bool(false)),
                FieldDeclaration(
                    "metricsPort", .integer(1...65_535),
                    help: "Serve metrics for Prometheus on this port of the loopback address."),
            ]) { invocation in
                try serve(invocation.context.hub(), options(invocation))
                return 0
            })
    }

    private static func options(_ invocation: Invocation) throws -> ServerOptions {
        var options = ServerOptions()
        if let host = invocation.word("host") { options.host = host }
        if let port = try port("port", from: 0, invocation) { options.port = port }
        options.metricsPort = try port("metricsPort", from: 1, invocation)
        options.isBehindProxy = invocation.flag("insecureBehindProxy")
        switch (invocation.word("certificate"), invocation.word("key")) {
        case (let certificate?, let key?):
            options.tls = ServerOptions.TLSFiles(certificate: certificate, key: key)
        case (nil, nil): break
        default:
            throw AtriumError(
                .usage, "a certificate and its key are required together",
                remedy: "give --certificate and --key")
        }
        return options
    }

    private static func port(_ name: String, from least: Int, _ invocation: Invocation) throws -> Int? {
        guard let text = invocation.word(name) else { return nil }
        guard let port = Int(text), (least...65_535).contains(port) else {
            throw AtriumError(
                .usage, "“\(text)” is not a valid port", remedy: "give a number from \(least) to 65535",
                field: name)
        }
        return port
    }
}
