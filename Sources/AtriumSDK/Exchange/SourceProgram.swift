/// A program whose export an importer reads, for people who look for theirs: where its export is found.
///
/// ```swift
/// SourceProgram(
///     "Google Contacts", profile: "google-contacts",
///     steps: "contacts.google.com: Export, then Google CSV", isTried: true)
/// ```
public struct SourceProgram: Sendable, Hashable, Codable {
    /// What the program is called: `Google Contacts`.
    public var name: String
    /// The name under which reports name its files; nil where it writes a format as everybody does.
    public var profile: String?
    /// Where its export is found, in one line that a person can follow.
    public var steps: String
    /// Whether real files of the program were tried; if not, the profile is made of what others say of it.
    public var isTried: Bool

    /// Names a program.
    public init(_ name: String, profile: String? = nil, steps: String, isTried: Bool) {
        self.name = name
        self.profile = profile
        self.steps = steps
        self.isTried = isTried
    }
}
