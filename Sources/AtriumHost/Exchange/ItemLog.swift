public import AtriumSDK
import Foundation
import Synchronization

/// What became of each item of an import, on the disk: of as many as there are, in little memory.
///
/// One thread writes it; others may read it once that is done. Its entries are numbered from 0, in the order of the items.
public final class ItemLog: Sendable {
    /// How far an entry reaches, and what became of its item.
    private struct Entry {
        let end: Int64
        /// Which file of the import it is of, counted from 0.
        let file: Int32
        /// Of all that the item says, also where the entry is cut.
        let digest: Int32
        let outcome: ImportReport.Item.Outcome
    }

    private struct State {
        var entries: [Entry] = []
        /// The path of the file whose items come now.
        var path = ""
        /// What is not written yet.
        var pending: [UInt8] = []
        /// The file; nil as long as all is in memory.
        var spool: Spool?
    }

    private let folder: String
    private let state = Mutex(State())

    /// From how many bytes on they are written.
    private static let piece = 1 << 16
    /// What is longer is cut: nobody reads a megabyte on a page of fifty.
    private static let longestEntry = 1 << 15

    /// Makes an empty log, whose file has no name.
    ///
    /// - Parameter folder: the folder on whose disk it is.
    init(in folder: String) { self.folder = folder }

    /// How many items it holds.
    public var count: Int { state.withLock { $0.entries.count } }

    /// How many of them became what.
    public var counts: [ImportReport.Item.Outcome: Int] {
        state.withLock { state in state.entries.reduce(into: [:]) { $0[$1.outcome, default: 0] += 1 } }
    }

    // MARK: - Writing

    /// Adds an item.
    ///
    /// - Throws: ``WholeImportError`` where the disk takes no more.
    func append(_ item: ImportReport.Item) throws {
        let value = item.value
        var bytes = value.jsonBytes
        let digest = Int32(truncatingIfNeeded: bytes.hashValue)
        if bytes.count > Self.longestEntry { bytes = value.cut.jsonBytes }
        try state.withLock { state in
            let start = state.entries.last?.end ?? 0
            state.pending += bytes
            let file = (state.entries.last?.file ?? 0) + (item.path == state.path ? 0 : 1)
            state.path = item.path
            state.entries.append(
                Entry(
                    end: start + Int64(bytes.count), file: file, digest: digest, outcome: item.outcome))
            if state.pending.count >= Self.piece { try write(&state) }
        }
    }

    private func write(_ state: inout State) throws {
        let spool = try state.spool ?? WholeImportError.marking { try Spool(in: folder) }
        state.spool = spool
        let pending = state.pending
        try WholeImportError.marking { try pending.withUnsafeBytes { try spool.append($0) } }
        state.pending.removeAll(keepingCapacity: true)
    }

    /// Forgets all entries from a number on: what became of their items was taken back.
    func truncate(to count: Int) throws {
        try state.withLock { state in
            guard count < state.entries.count else { return }
            state.entries.removeSubrange(count...)
            state.path = ""
            let end = state.entries.last?.end ?? 0
            let written = state.spool?.byteCount ?? 0
            if end >= written {
                state.pending.removeSubrange(Int(end - written)...)
            } else {
                state.pending.removeAll(keepingCapacity: true)
                try WholeImportError.marking { try state.spool?.truncate(to: end) }
            }
        }
    }

    // MARK: - Reading

    /// The numbers of the entries with an outcome.
    ///
    /// - Parameters:
    ///   - outcomes: the outcomes; nil: all.
    ///   - offset: how many such entries are passed over.
    ///   - limit: how many are given at most.
    public func numbers(
        of outcomes: Set<ImportReport.Item.Outcome>? = nil, offset: Int = 0, limit: Int
    ) -> [Int] {
        state.withLock { state in
            guard let outcomes else { return Array(state.entries.indices.dropFirst(offset).prefix(limit)) }
            var numbers: [Int] = []
            var passed = 0
            for (number, entry) in state.entries.enumerated() where outcomes.contains(entry.outcome) {
                if passed < offset {
                    passed += 1
                } else {
                    numbers.append(number)
                    if numbers.count == limit { break }
                }
            }
            return numbers
        }
    }

    /// The numbers of the first entries with an outcome of each file, in turn.
    ///
    /// - Parameter limit: how many are given at most, of all files together.
    public func firstNumbers(of outcome: ImportReport.Item.Outcome, limit: Int) -> [Int] {
        state.withLock { state in
            var ofFiles: [Int32: [Int]] = [:]
            for (number, entry) in state.entries.enumerated()
            where entry.outcome == outcome && ofFiles[entry.file, default: []].count < limit {
                ofFiles[entry.file, default: []].append(number)
            }
            let files = ofFiles.keys.sorted().prefix(limit)
            guard !files.isEmpty else { return [] }
            let share = max(1, limit / files.count)
            return files.flatMap { ofFiles[$0]?.prefix(share) ?? [] }
        }
    }

    /// An entry, in the shape of the items of an import's report.
    ///
    /// - Throws: ``AtriumError`` with code `inputOutput` where the disk does not give it.
    public func item(_ number: Int) throws -> DataObject {
        try DataValue(json: Data(bytes(of: number))).objectValue ?? [:]
    }

    /// The first entries that say something else than those of another log do, of the same files.
    ///
    /// - Parameter most: how many are given at most.
    package func differences(from other: ItemLog, most: Int) -> [Int] {
        let count = max(self.count, other.count)
        var numbers: [Int] = []
        for number in 0..<count where numbers.count < most {
            let digest = digest(of: number)
            if digest == nil || digest != other.digest(of: number) { numbers.append(number) }
        }
        return numbers
    }

    private func digest(of number: Int) -> Int32? {
        state.withLock { number < $0.entries.count ? $0.entries[number].digest : nil }
    }

    private func bytes(of number: Int) throws -> [UInt8] {
        try state.withLock { state in
            let start = number == 0 ? 0 : state.entries[number - 1].end
            let count = Int(state.entries[number].end - start)
            let written = state.spool?.byteCount ?? 0
            guard let spool = state.spool, start < written else {
                return Array(state.pending[Int(start - written)...].prefix(count))
            }
            var bytes = try spool.bytes(at: start, count: min(count, Int(written - start)))
            bytes += state.pending.prefix(count - bytes.count)
            return bytes
        }
    }
}

extension DataValue {
    /// The value with long texts and lists cut.
    fileprivate var cut: DataValue {
        switch self {
        case .text(let text) where text.utf8.count > 1000: .text(text.prefix(1000) + "…")
        case .list(let values): .list(values.prefix(50).map(\.cut))
        case .object(let object):
            .object(object.entries.reduce(into: DataObject()) { $0[$1.name] = $1.value.cut })
        default: self
        }
    }
}
