package import AtriumSDK

/// A file that exists in memory only.
package struct MemoryFile: ImportFile {
    /// The name without folders.
    package let name: String
    /// The content.
    package let bytes: [UInt8]

    /// Makes a file of bytes.
    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// Opens the file at its beginning.
    package func open() -> any ImportFileReader { Reader(rest: bytes[...]) }

    private struct Reader: ImportFileReader {
        var rest: ArraySlice<UInt8>

        mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            let next = rest.prefix(buffer.count)
            buffer.copyBytes(from: next)
            rest = rest.dropFirst(next.count)
            return next.count
        }
    }
}
