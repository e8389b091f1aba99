import TextDecoding

/// The window onto a byte source that a splitter looks at: it grows only where one item is larger than it, and never
/// far beyond the largest item that is taken.
final class SplitBuffer {
    private static let chunk = 256 * 1024

    private let maximum: Int
    private var source: any ByteSource
    private var memory: UnsafeMutableRawBufferPointer
    /// How many bytes of `memory` are filled.
    private(set) var count = 0
    /// The byte of the file that the first byte of the window is.
    private(set) var offset = 0
    /// Whether the source has nothing more.
    private(set) var isAtEnd = false

    /// Makes a window that holds more than `limit` bytes, so that an item which is larger is known by filling it.
    init(_ source: any ByteSource, limit: Int) {
        self.source = source
        maximum = max(limit + 1, Self.chunk)
        memory = .allocate(byteCount: Self.chunk, alignment: 16)
    }

    deinit { memory.deallocate() }

    /// What is in the window.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[0..<count]) }

    /// Forgets the bytes before `start`, which becomes position 0, and reads until the window is full.
    func refill(keepingFrom start: Int) throws {
        let kept = count - start
        if start > 0, kept > 0, let base = memory.baseAddress {
            base.copyMemory(from: base + start, byteCount: kept)
        }
        count = kept
        offset += start
        if kept > memory.count / 2 {
            resize(to: min(memory.count * 2, maximum))
        } else if memory.count > Self.chunk * 16, kept < Self.chunk {
            resize(to: Self.chunk)
        }
        while count < memory.count, !isAtEnd {
            let read = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[count...]))
            if read <= 0 { isAtEnd = true } else { count += min(read, memory.count - count) }
        }
    }

    private func resize(to size: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[0..<count]))
        memory.deallocate()
        memory = larger
    }
}
