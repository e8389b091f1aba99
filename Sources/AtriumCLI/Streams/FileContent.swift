import AtriumSDK
import Glibc

/// The content of a file that a command takes whole, such as a photo.
enum FileContent {
    /// More than this is refused, so that a wrong path cannot fill the memory.
    static let limit = 64 << 20

    /// Reads a file, or standard input where the path is `-`.
    ///
    /// - Throws: ``AtriumError``: `notFound`, `notPermitted`, `inputOutput`, or `badData` where it is over 64 MiB.
    static func read(_ path: String, _ input: any ByteInput) throws -> UploadedFile {
        if path == "-" { return UploadedFile(name: "-", content: try all(of: input, path)) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw SystemError.error(.inputOutput, "cannot open \(path)", errno)
        }
        defer { close(descriptor) }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let content = try all(of: FileInput(descriptor: descriptor, name: path), path)
        return UploadedFile(name: name, content: content)
    }

    private static func all(of input: any ByteInput, _ path: String) throws -> [UInt8] {
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try buffer.withUnsafeMutableBytes { try input.read(into: $0) }
            if count == 0 { return content }
            content += buffer.prefix(count)
            guard content.count <= limit else {
                throw AtriumError(.badData, "\(path) is larger than 64 MiB", remedy: "give a smaller file")
            }
        }
    }
}
