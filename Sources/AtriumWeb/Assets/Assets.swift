import AtriumHTTP
import CWebAssets
import HTTPTypes
import Hummingbird
import NIOCore

/// The files that pages use: part of the program, named by what they hold, so that a browser keeps them for good.
struct Assets: Sendable {
    /// One file, ready to be sent.
    struct Asset: Sendable {
        let type: String
        let bytes: ByteBuffer
        /// Nil for pictures that are compressed by themselves.
        let compressed: ByteBuffer?
    }

    private let assets: [String: Asset]
    private let names: [String: String]

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
        "png": "image/png",
    ]

    init() {
        var assets: [String: Asset] = [:]
        var names: [String: String] = [:]
        for index in 0..<atrium_web_asset_count() {
            let file = atrium_web_asset(index)
            let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            let parts = String(cString: file.name).split(separator: ".").map(String.init)
            guard parts.count == 2, let type = Self.types[parts[1]] else { continue }
            var hash = FNV1a()
            hash.mix(bytes)
            let name = "\(parts[0]).\(hash.text).\(parts[1])"
            names[parts.joined(separator: ".")] = name
            assets[name] = Asset(
                type: type, bytes: ByteBuffer(bytes: bytes),
                compressed: parts[1] == "png" ? nil : ByteBuffer(bytes: Gzip.compressed(bytes, level: 9)))
        }
        (self.assets, self.names) = (assets, names)
    }

    /// The address of a file.
    func address(of name: String) -> SafeLink { .own(["assets", names[name] ?? name]) }

    /// A file as an answer; nil where there is none of this name.
    func answer(_ name: String, to request: Request) -> Response? {
        guard let asset = assets[name] else { return nil }
        var headers: HTTPFields = [
            .contentType: asset.type, .cacheControl: "public, max-age=31536000, immutable",
            .vary: "Accept-Encoding",
        ]
        guard let compressed = asset.compressed, Gzip.isAccepted(request) else {
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: asset.bytes))
        }
        headers[.contentEncoding] = "gzip"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: compressed))
    }
}
