import AtriumSDK
import CSVFormat

/// Connections as LinkedIn exports them, with lines of notes before the header and dates such as `15 Jan 2024`.
///
/// From test data of other programs; the older header from documentation.
extension ContactProfiles {
    static let linkedIn = Dialect(
        profile: CSVProfile(
            name: "linkedin-connections", signature: ["First Name", "Last Name", "Connected On"],
            columns: [
                (single(.given), ["First Name"]), (single(.family), ["Last Name"]),
                (detail(.url, .value), ["URL"]), (detail(.email, .value), ["Email Address"]),
                (detail(.organization, .value), ["Company", "Current Company"]),
                (detail(.title, .value), ["Position", "Current Position"]),
                (
                    ContactColumn(meaning: .detail(.date, .value), label: "Connected on LinkedIn"),
                    ["Connected On"]
                ),
                (ContactColumn(meaning: .tags(separator: .semicolon)), ["Tags"]),
            ]), isForeign: true, splitsAtColons: false,
        program: SourceProgram(
            "LinkedIn", profile: "linkedin-connections",
            steps: "LinkedIn: Settings & Privacy > Data privacy > Get a copy of your data > Connections",
            isTried: false))
}
