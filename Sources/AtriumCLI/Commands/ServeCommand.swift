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
            name: "serve", summary: "Offer the hub over HTTP, until it is told to stop.",
            discussion: """
                Only this machine can reach it, unless --host says otherwise; then --certificate and --key are needed, or \
                a proxy that speaks TLS. Ctrl-C or SIGTERM ends it when the requests under way are done.
                """,
            command: ToolCommand([
                FieldDeclaration(
                    "host", .text, help: "The address to listen on.", defaultValue: .text("127.0.0.1")),
                FieldDeclaration(
                    "port", .integer(0...65_535), help: "The port; 0 takes any that is free.",
                    defaultValue: .integer(8420)),
                FieldDeclaration("certificate", .file, help: "The certificate chain, in PEM."),
                FieldDeclaration("key", .file, help: "The certificate's private key, in PEM."),
                FieldDeclaration(
                    "insecureBehindProxy", .boolean,
                    help: """
                        Listen without TLS, since a proxy before the server speaks it; what the proxy says of the client \
                        is believed.
                        """, defaultValue: .bool(false)),
                FieldDeclaration(
                    "metricsPort", .integer(1...65_535),
                    help: "Give figures for Prometheus on this port of the loopback address."),
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
                .usage, "a certificate and its key belong together", remedy: "give --certificate and --key")
        }
        return options
    }

    private static func port(_ name: String, from least: Int, _ invocation: Invocation) throws -> Int? {
        guard let text = invocation.word(name) else { return nil }
        guard let port = Int(text), (least...65_535).contains(port) else {
            throw AtriumError(
                .usage, "“\(text)” is no port", remedy: "give a number from \(least) to 65535", field: name)
        }
        return port
    }
}
