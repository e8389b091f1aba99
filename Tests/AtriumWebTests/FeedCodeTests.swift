import Testing

@testable import AtriumWeb

@Suite struct FeedCodeTests {
    private func text(of host: String, isSecure: Bool, _ kind: String) -> String {
        let hub = HubAddress(host: host, isSecure: isSecure)
        let code = FeedCode(address: hub.text + "/feeds/atf_x/calendar.ics", hub: hub, kind: kind)
        return String(decoding: code.html.bytes, as: UTF8.self)
    }

    @Test func aFeedThatPhonesReachHasACode() {
        let calendar = text(of: "hub.home.arpa", isSecure: true, "calendar")
        #expect(calendar.contains("class=\"qr\"") && calendar.contains("Add Subscription Calendar"))
        // The secret is in the code and nowhere in its words.
        #expect(!calendar.contains("atf_x"))
        #expect(text(of: "hub.home.arpa", isSecure: true, "contacts").contains("cards"))
    }

    /// A code of such an address would lead a phone to itself.
    @Test(arguments: ["localhost:8420", "127.0.0.1:8420", "[::1]:8420"])
    func aLocalAddressHasNone(host: String) {
        let local = text(of: host, isSecure: false, "calendar")
        #expect(!local.contains("class=\"qr\"") && local.contains("/settings/phone"))
    }

    /// The longest name of a host, and a secret as they are made.
    @Test func theLongestAddressHasACode() {
        let host = (0..<4).map { _ in String(repeating: "a", count: 62) }.joined(separator: ".")
        let secret = "atf_" + String(repeating: "A", count: 43)
        #expect(QRCode("https://\(host)/feeds/\(secret)/calendar.ics") != nil)
    }
}
