import AtriumSDK
import Foundation
import GRDB

/// A mapping of CSV columns that the user has named.
struct SavedMap: Sendable {
    var name: String
    var columns: [(column: String, field: String)]
    var options: DataObject

    /// Whether it says nothing of any column.
    var isEmpty: Bool { columns.isEmpty && options.isEmpty }

    /// The mapping without its name, as it is kept.
    fileprivate var value: DataValue {
        .object([
            "columns": .list(
                columns.map { .object(["column": .text($0.column), "field": .text($0.field)]) }),
            "options": .object(options),
        ])
    }
}

/// The mappings of a vault, kept among its settings.
enum SavedMaps {
    private static let prefix = "import-map:"

    /// A name in the form in which it is kept.
    ///
    /// - Throws: ``AtriumError`` with code `usage`.
    static func checkedName(_ name: String) throws -> String {
        guard name.wholeMatch(of: /[\p{L}\p{N}][\p{L}\p{N} ._\-]{0,63}/) != nil else {
            throw AtriumError(
                .badData, "“\(name)” is not a valid name for a mapping",
                remedy: "use up to 64 letters, digits, spaces, periods and hyphens")
        }
        return name
    }

    /// A setting's value where the setting is a mapping; nil for anything else.
    static func checked(key: String, value: String) -> String? {
        guard key.hasPrefix(prefix), (try? checkedName(String(key.dropFirst(prefix.count)))) != nil else {
            return nil
        }
        return (try? map(key, value)).map(\.value.json)
    }

    /// Keeps a mapping, in the place of one of the same name.
    static func save(_ map: SavedMap, _ db: Database) throws {
        try KeptSettings.keep(map.value.json, for: prefix + map.name, db)
    }

    /// The mapping with a name.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`.
    static func map(named name: String, _ db: Database) throws -> SavedMap {
        let text = try String.fetchOne(
            db, sql: "SELECT value FROM host_setting WHERE key = ?", arguments: [prefix + name])
        guard let text else {
            let names = try all(db).map(\.name)
            throw AtriumError(
                .notFound, "there is no mapping “\(name)”",
                remedy: NearNames.remedy(
                    for: name, in: names, otherwise: "\(command: "maps list") shows all saved mappings"),
                field: "useMap")
        }
        return try map(name, text)
    }

    /// All mappings by name.
    static func all(_ db: Database) throws -> [SavedMap] {
        try Row.fetchAll(
            db, sql: "SELECT key, value FROM host_setting WHERE substr(key, 1, ?) = ? ORDER BY key",
            arguments: [prefix.count, prefix]
        ).map { row in
            try map(String((row["key"] as String).dropFirst(prefix.count)), row["value"])
        }
    }

    /// Removes a mapping.
    static func remove(_ name: String, _ db: Database) throws {
        try KeptSettings.forget(prefix + name, db)
    }

    private static func map(_ name: String, _ text: String) throws -> SavedMap {
        let object = try DataValue(json: Data(text.utf8)).objectValue ?? [:]
        let columns = (object["columns"]?.listValue ?? []).compactMap { value -> (String, String)? in
            guard let column = value.objectValue?["column"]?.textValue,
                let field = value.objectValue?["field"]?.textValue
            else { return nil }
            return (column, field)
        }
        return SavedMap(name: name, columns: columns, options: object["options"]?.objectValue ?? [:])
    }
}
