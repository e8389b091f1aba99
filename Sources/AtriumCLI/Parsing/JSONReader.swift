import AtriumSDK
import Foundation

/// JSON that was typed on the command line.
enum JSONReader {
    /// The value of one JSON text.
    static func value(_ text: String) throws -> DataValue {
        try DataValue(json: Data(text.utf8))
    }
}
