import AtriumSDK
import Crypto
import CryptoExtras
import Foundation

/// What a hash of a password costs: the parameters of scrypt (RFC 7914).
public struct PasswordCost: Sendable, Hashable {
    /// The binary logarithm of N, the cost in time and memory.
    public var logN: Int
    /// The block size, r.
    public var blockSize: Int
    /// How many times it is done, p.
    public var parallelism: Int

    /// Gives parameters.
    public init(logN: Int, blockSize: Int = 8, parallelism: Int = 1) {
        self.logN = logN
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    /// 128 MiB and a quarter of a second.
    public static let standard = PasswordCost(logN: 17)

    /// Reads the parameters of a stored hash, `ln=17,r=8,p=1`; nil where they are none, or not sound.
    init?(parameters: some StringProtocol) {
        let numbers = parameters.split(separator: ",").reduce(into: [Substring: Int]()) { numbers, part in
            let pair = Substring(part).split(separator: "=")
            if pair.count == 2 { numbers[pair[0]] = Int(pair[1]) }
        }
        guard let logN = numbers["ln"], let r = numbers["r"], let p = numbers["p"] else { return nil }
        self.init(logN: logN, blockSize: r, parallelism: p)
        guard isSound else { return nil }
    }

    /// The parameters as they are stored.
    var parameters: String { "ln=\(logN),r=\(blockSize),p=\(parallelism)" }

    /// Whether parameters may stand in a stored hash: bounds beyond which reading it would eat all memory.
    var isSound: Bool {
        (1...20).contains(logN) && (1...32).contains(blockSize) && (1...16).contains(parallelism)
    }

    /// Whether others cost as much in every respect.
    func isMet(by other: PasswordCost) -> Bool {
        other.logN >= logN && other.blockSize >= blockSize && other.parallelism >= parallelism
    }
}

/// A password as it is kept: `$scrypt$ln=17,r=8,p=1$SALT$HASH`, base64 without padding.
///
/// The form is that of the PHC string format.
struct PasswordHash: Sendable, Hashable {
    let cost: PasswordCost
    let salt: [UInt8]
    let hash: [UInt8]

    /// Hashes a password with a new salt.
    init(_ password: String, cost: PasswordCost) throws {
        var generator = SystemRandomNumberGenerator()
        salt = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        self.cost = cost
        hash = try Self.derive(password, cost: cost, salt: salt)
    }

    /// Reads a stored text; nil where it is none.
    init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt" else { return nil }
        guard let cost = PasswordCost(parameters: parts[2]),
            let salt = Data(unpaddedBase64: String(parts[3])),
            let hash = Data(unpaddedBase64: String(parts[4])), hash.count == 32
        else { return nil }
        self.cost = cost
        self.salt = Array(salt)
        self.hash = Array(hash)
    }

    /// The text to store.
    var text: String {
        "$scrypt$\(cost.parameters)$\(Data(salt).unpaddedBase64)$\(Data(hash).unpaddedBase64)"
    }

    /// Whether it is the hash of a password; it takes as long where it is not.
    func matches(_ password: String) throws -> Bool {
        let other = try Self.derive(password, cost: cost, salt: salt)
        return zip(hash, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func derive(_ password: String, cost: PasswordCost, salt: [UInt8]) throws -> [UInt8] {
        let normalized = password.precomposedStringWithCanonicalMapping
        let key = try KDF.Scrypt.deriveKey(
            from: Data(normalized.utf8), salt: salt, outputByteCount: 32, rounds: 1 << cost.logN,
            blockSize: cost.blockSize, parallelism: cost.parallelism)
        return key.withUnsafeBytes { Array($0) }
    }
}
