import AtriumHost
public import AtriumSDK

/// A file that exists only in memory.
public struct TextFile: ImportFile {
    /// The file name without folders.
    ///
    /// Formats may recognize the file by its extension.
    public let name: String
    /// The content of the file.
    public let content: [UInt8]

    /// Creates a file from bytes.
    public init(_ name: String, content: [UInt8]) {
        self.name = name
        self.content = content
    }

    /// Creates a file from text, encoded in UTF-8.
    public init(_ name: String, _ text: String) {
        self.init(name, content: Array(text.utf8))
    }

    /// Opens the file for reading from the start.
    public func open() -> any ImportFileReader { MemoryFile(name: name, bytes: content).open() }
}
