import Foundation
import Glibc

/// A network address as log-ins are counted and written down.
enum ClientAddress {
    /// The address of which one machine or household has only one: IPv4 whole, IPv6 its first 64 bits.
    ///
    /// Whoever has an IPv6 network could otherwise come from another address each time. What is no address stays as it is,
    /// cut to a bounded length.
    static func network(_ text: String) -> String {
        var six = in6_addr()
        guard text.contains(":"), inet_pton(AF_INET6, text, &six) == 1 else { return bounded(text, 64) }
        let bytes = withUnsafeBytes(of: &six) { Array($0) }
        if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
            return bytes.suffix(4).map(String.init).joined(separator: ".")
        }
        return Migrator.hexadecimal(bytes.prefix(8)) + "/64"
    }

    /// A text without control characters, cut to a number of bytes.
    static func bounded(_ text: String, _ limit: Int) -> String {
        var result = ""
        var count = 0
        for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
            count += UTF8.width(scalar)
            guard count <= limit else { break }
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}
