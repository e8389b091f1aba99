/// A program whose export an importer reads, with instructions for people who use the program.
///
/// ```swift
/// SourceProgram(
///     "Google Contacts", profile: "google-contacts",
///     steps: "contacts.google.com: Export, then Google CSV", isTried: true)
/// ```
public struct SourceProgram: Sendable, Hashable, Codable {
    /// The program's name: `Google Contacts`.
    public var name: String
    /// The file type's name in reports, or nil if the program writes a standard format without peculiarities.
    public var profile: String?
    /// The steps by which a person exports a file from the program, in one line.
    public var steps: String
    /// True if the importer was tested with real files of the program; false if the profile is based on
    /// descriptions.
    public var isTried: Bool

    /// Creates a program.
    public init(_ name: String, profile: String? = nil, steps: String, isTried: Bool) {
        self.name = name
        self.profile = profile
        self.steps = steps
        self.isTried = isTried
    }
}
