import AtriumSDK

/// The events of an import, one by one, on the writing thread.
final class EventStream {
    private let queue: BoundedQueue<ReadBatch>
    private let progress: (ImportProgress) throws -> Void
    private var batch = ReadBatch()
    private var index = 0

    /// Reads a queue and says how far it has come, with every batch.
    init(_ queue: BoundedQueue<ReadBatch>, progress: @escaping (ImportProgress) throws -> Void) {
        self.queue = queue
        self.progress = progress
    }

    /// The next event; nil after the last file.
    ///
    /// - Throws: what the reading thread ended with, or what the observer throws.
    func next() throws -> ReadEvent? {
        while index == batch.events.count {
            var last = ReadBatch()
            swap(&last, &batch)
            guard let batch = try queue.next(after: last) else { return nil }
            (self.batch, index) = (batch, 0)
            if !batch.progress.path.isEmpty { try progress(batch.progress) }
        }
        defer { index += 1 }
        return batch.events[index]
    }

    /// Passes over the rest of the file that began last.
    func skipFile() throws {
        while let event = try next() {
            switch event {
            case .end, .failed: return
            default: break
            }
        }
    }
}
