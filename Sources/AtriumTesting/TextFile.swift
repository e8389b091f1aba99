import AtriumHost
public import AtriumSDK

/// A file that exists in memory only.
public struct TextFile: ImportFile {
    /// The name without folders, by whose extension formats may know it.
    public let name: String
    /// The content.
    public let content: [UInt8]

    /// Makes a file of bytes.
    public init(_ name: String, content: [UInt8]) {
        self.name = name
        self.content = content
    }

    /// Makes a file of text, in UTF-8.
    public init(_ name: String, _ text: String) {
        self.init(name, content: Array(text.utf8))
    }

    /// Opens the file at its beginning.
    public func open() -> any ImportFileReader { MemoryFile(name: name, bytes: content).open() }
}
