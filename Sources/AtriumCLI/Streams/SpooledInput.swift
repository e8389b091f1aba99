import AtriumHost
import AtriumSDK

extension SpoolFile {
    /// Reads an input to its end, so that it can be read again.
    ///
    /// - Throws: ``WholeImportError``, or ``AtriumError`` where the input cannot be read.
    convenience init(_ input: any ByteInput) throws {
        try self.init(name: "standard input") { append in
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
            defer { buffer.deallocate() }
            while true {
                let count = try input.read(into: buffer)
                if count == 0 { return }
                try append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        }
    }
}
