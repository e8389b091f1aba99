import AtriumSDK

/// Where a hub lives on disk.
public enum HubHome {
    /// The hub's folder: the option if given, else `$ATRIUM_HOME`, else `$XDG_DATA_HOME/atrium`, else
    /// `~/.local/share/atrium`.
    ///
    /// - Throws: ``AtriumError`` with code `usage` where none of them says anything.
    public static func path(option: String?, environment: [String: String]) throws -> String {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        if let option { return try checked(option) }
        if let home = value("ATRIUM_HOME") { return try checked(home) }
        // The XDG base directory specification has relative paths ignored.
        if let data = value("XDG_DATA_HOME"), data.hasPrefix("/") { return try checked(data + "/atrium") }
        // A relative home would be another folder in each working directory.
        if let home = value("HOME"), home.hasPrefix("/") {
            return try checked((home == "/" ? "" : home) + "/.local/share/atrium")
        }
        throw AtriumError(
            .usage, "the hub has no home folder",
            remedy: "set one with \(field: "home") or ATRIUM_HOME")
    }

    private static func checked(_ path: String) throws -> String {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw AtriumError(
                .usage, "the home folder's name is empty or not valid",
                remedy: "choose another with \(field: "home")")
        }
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
