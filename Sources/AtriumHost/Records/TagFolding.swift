import AtriumSDK
import GRDB

/// The comparison of tags as a function of the vault's connections.
enum TagFolding {
    static let functionName = "atrium_fold_tag"

    /// The function that SQL compares tags with.
    static let function = DatabaseFunction(functionName, argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).map(Words.foldedTag)
    }
}
