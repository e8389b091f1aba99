import Foundation
import GRDB

/// The comparison of tags, in Swift and as a function of the vault's connections.
enum TagFolding {
    static let functionName = "atrium_fold_tag"

    /// The function that SQL compares tags with.
    static let function = DatabaseFunction(functionName, argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).map(fold)
    }

    /// A tag without the case of letters and without outer white space.
    static func fold(_ tag: String) -> String {
        tag.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }
}
