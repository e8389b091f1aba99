import AtriumSDK
import Crypto
import Foundation

/// Which state of a record somebody has seen.
///
/// The tag is made of what `show` gives of the record: whoever gives it back acts on exactly what they saw.
public struct RecordVersion: Sendable, Hashable {
    /// The tags that are accepted.
    public let tags: [String]

    /// Accepts a record in one of these states.
    public init(tags: [String]) { self.tags = tags }

    /// The tag of a representation, as JSON: 128 bits of its SHA-256 in base64url.
    public static func tag(of json: [UInt8]) -> String {
        Data(SHA256.hash(data: json).prefix(16)).base64URL
    }

    /// Refuses to go on where the record is in another state now.
    ///
    /// - Throws: ``AtriumError`` with code `changedSince`.
    func check(_ show: Command, _ input: Arguments, _ context: CommandContext) throws {
        let current = try show.run(input, context).jsonBytes
        guard tags.contains(Self.tag(of: current)) else {
            throw AtriumError(
                .changedSince, "the record has changed since it was read",
                remedy: "read it again before you change it")
        }
    }
}
