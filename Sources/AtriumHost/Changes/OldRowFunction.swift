import Foundation
import GRDB
import GRDBSQLite

/// The SQL function by which ``ChangeTriggers`` write a row as it was: `atrium_row(NAMES, VALUE, …)` gives a JSON object.
///
/// The names stand in one text with commas between them, as no column's name has one. Numbers of type INTEGER are numbers;
/// those of type REAL are texts of 17 digits, from which each comes back as it was; a BLOB is the text of its hex. A text
/// is a string, or the object `{"hex": …}` where a NUL character is in it, at which SQLite's JSON functions end.
///
/// It reads SQLite's own bytes: what is no UTF-8 stays as it is.
enum OldRowFunction {
    static let name = "atrium_row"

    /// How many columns a table may have: SQLite's limit of arguments, less the one of the names.
    static let mostColumns = 126

    /// Makes the function known to a connection.
    static func add(to db: Database) throws {
        let status = sqlite3_create_function_v2(
            db.sqliteConnection, name, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
            { context, count, values in
                guard let values, count > 0 else { return }
                var row = OldRow(capacity: 1024)
                guard row.write(UnsafeBufferPointer(start: values, count: Int(count))) else {
                    return sqlite3_result_error_nomem(context)
                }
                row.bytes.withUnsafeBufferPointer { bytes in
                    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
                    bytes.withMemoryRebound(to: CChar.self) {
                        // What is larger than SQLite allows is its error SQLITE_TOOBIG.
                        sqlite3_result_text64(
                            context, $0.baseAddress, UInt64(bytes.count), copied, UInt8(SQLITE_UTF8))
                    }
                }
            }, nil, nil, nil)
        guard status == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: status)) }
    }
}

/// The JSON text of a row, as it is written.
private struct OldRow {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    /// - Parameter values: the names, and the values of so many columns.
    /// - Returns: whether there was memory for all.
    mutating func write(_ values: UnsafeBufferPointer<OpaquePointer?>) -> Bool {
        bytes.append(UInt8(ascii: "{"))
        guard var names = Self.text(of: values[0])?[...] else { return false }
        for value in values.dropFirst() {
            let name = names.prefix { $0 != UInt8(ascii: ",") }
            names = names.dropFirst(name.count + 1)
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            appendString(UnsafeBufferPointer(rebasing: name))
            bytes.append(UInt8(ascii: ":"))
            guard append(value) else { return false }
        }
        bytes.append(UInt8(ascii: "}"))
        return true
    }

    private mutating func append(_ value: OpaquePointer?) -> Bool {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER:
            bytes += sqlite3_value_int64(value).description.utf8
        case SQLITE_FLOAT:
            guard
                let text = withVaList([sqlite3_value_double(value)], { sqlite3_vmprintf("\"%!.17g\"", $0) })
            else { return false }
            defer { sqlite3_free(text) }
            bytes += UnsafeBufferPointer(start: text, count: strlen(text)).lazy.map(UInt8.init(bitPattern:))
        case SQLITE_BLOB:
            appendHex(Self.blob(of: value))
        case SQLITE_TEXT:
            guard let text = Self.text(of: value) else { return false }
            if text.contains(0) {
                bytes += #"{"hex":"#.utf8
                appendHex(text)
                bytes.append(UInt8(ascii: "}"))
            } else {
                appendString(text)
            }
        default:
            bytes += "null".utf8
        }
        return true
    }

    private mutating func appendHex(_ value: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        for byte in value {
            bytes.append(Self.digits[Int(byte >> 4)])
            bytes.append(Self.digits[Int(byte & 15)])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendString(_ value: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        for byte in value {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case ..<0x20:
                bytes += "\\u00".utf8
                bytes.append(Self.digits[Int(byte >> 4)])
                bytes.append(Self.digits[Int(byte & 15)])
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    /// The bytes of a text, which stand until the function ends; nil where there is no memory for them.
    private static func text(of value: OpaquePointer?) -> UnsafeBufferPointer<UInt8>? {
        // The text first: asking for it may change how many bytes there are.
        guard let start = sqlite3_value_text(value) else { return nil }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }

    private static func blob(of value: OpaquePointer?) -> UnsafeBufferPointer<UInt8> {
        let start = sqlite3_value_blob(value)?.assumingMemoryBound(to: UInt8.self)
        return UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
    }
}
