/// How a hub is offered over HTTP: what `atrium serve` was told.
public struct ServerOptions: Sendable, Hashable {
    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port; 0: any that is free.
    public var port = 8420
    /// The files of the certificate chain and of its private key, in PEM; nil: no TLS.
    public var tls: TLSFiles?
    /// Whether a proxy stands before the server that speaks TLS, and whose word counts for who asks.
    public var isBehindProxy = false
    /// The port of the metrics on the loopback address; nil: none.
    public var metricsPort: Int?

    /// A certificate and its key.
    public struct TLSFiles: Sendable, Hashable {
        /// The path of the certificate chain.
        public var certificate: String
        /// The path of the private key.
        public var key: String

        /// Names the files.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// The address and port on which it is reached from this machine only, without TLS.
    public init() {}
}
