import AtriumSDK
import Foundation

/// A file of one JSON object a line (jsonlines.org), read and written a line at a time.
enum JSONLines {
    /// The format's name in manifests and reports.
    static let format = FormatID(rawValue: "jsonl")
    /// A longer line is no line of ours.
    private static let lineLimit = 1 << 20

    /// Writes objects to a file, a line each.
    final class Writer {
        private let output: OutputFile
        private var buffer: [UInt8] = []
        /// How many objects it was given.
        private(set) var count: Int64 = 0

        init(_ output: OutputFile) { self.output = output }

        /// Takes the next object.
        func add(_ object: DataObject) throws {
            buffer += DataValue.object(object).json.utf8
            buffer.append(UInt8(ascii: "\n"))
            count += 1
            if buffer.count >= 1 << 16 { try flush() }
        }

        /// Hands on what waits.
        func flush() throws {
            try output.write(buffer)
            buffer.removeAll(keepingCapacity: true)
        }
    }

    /// Hands each line's object on, with the line's number from 1; nil for a line that is no object.
    ///
    /// - Throws: ``AtriumError``: what reading throws, `badData` for a line over a megabyte; and what `body` throws.
    static func forEach(in file: any ImportFile, _ body: (Int, DataObject?) throws -> Void) throws {
        var line: [UInt8] = []
        var number = 0
        func end() throws {
            number += 1
            if !line.isEmpty { try body(number, try? DataValue(json: Data(line)).objectValue) }
            line.removeAll(keepingCapacity: true)
        }
        try file.forEachPiece { piece in
            var rest = piece[...]
            while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
                line += rest[..<newline]
                try end()
                rest = rest[(newline + 1)...]
            }
            line += rest
            guard line.count <= lineLimit else {
                throw AtriumError(.badData, "\(file.name): line \(number + 1) is longer than one megabyte")
            }
        }
        if !line.isEmpty { try end() }
    }
}
