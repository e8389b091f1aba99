/// What exporters want the user to know, each once, in the order in which it was first said.
final class ExportWarnings {
    private(set) var messages: [String] = []
    private var seen: Set<String> = []
    private var omitted = 0

    /// More than this would be a list that nobody reads, and memory that grows with the vault.
    private static let limit = 200

    /// Takes a message.
    func add(_ message: String) {
        guard !seen.contains(message) else { return }
        guard messages.count < Self.limit else {
            omitted += 1
            return
        }
        seen.insert(message)
        messages.append(message)
    }

    /// The messages, and last how many more there were.
    var all: [String] {
        omitted == 0 ? messages : messages + ["and \(omitted) more warnings like these"]
    }
}
