@testable import AtriumHost

extension Session {
    /// The command with these words, where it is in the catalog.
    func entry(_ command: String) throws -> CatalogEntry? {
        try catalog().first { $0.path.joined(separator: " ") == command }
    }
}
