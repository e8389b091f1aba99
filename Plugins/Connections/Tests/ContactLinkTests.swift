import AtriumSDK
import AtriumTesting
import Testing

@testable import Connections

/// The links by which people are called and written to.
@Suite struct ContactLinkTests {
    private func links(_ details: Detail...) -> [String] {
        ContactLink.all(DetailsByKind(details)).map(\.link)
    }

    @Test(
        arguments: [
            ("+43 (0) 664 123-45.67", "tel:+436641234567", "sms:+436641234567"),
            ("tel:+1-201-555-0123", "tel:+12015550123", "sms:+12015550123"),
            ("0043 664 1234567", "tel:+436641234567", "sms:+436641234567"),
            ("0664 1234567", "tel:06641234567", "sms:06641234567"),
            ("112", "tel:112", "sms:112"),
            ("*100#", "tel:*100%23", nil),
            ("+1-800-FLOWERS", "tel:+18003569377", "sms:+18003569377"),
            ("+1 201 555 0123 x45", "tel:+12015550123;ext=45", nil),
            ("+1 201 555 0123 ext. 45", "tel:+12015550123;ext=45", nil),
            ("+1 201 555 0123;ext=45", "tel:+12015550123;ext=45", nil),
            ("555 0123 #45", "tel:5550123;ext=45", nil),
            ("+12015550123,,99", "tel:+12015550123", "sms:+12015550123"),
            ("+12015550123;phone-context=x", "tel:+12015550123", "sms:+12015550123"),
            ("555 0123 (evenings)", "tel:5550123", "sms:5550123"),
            ("＋４３ ６６４ １２３４", "tel:+436641234", "sms:+436641234"),
            ("٠٦٦٤١٢٣٤٥٦٧", "tel:06641234567", "sms:06641234567"),
            ("ask at the desk", nil, nil), ("", nil, nil), ("12", nil, nil), ("+", nil, nil),
            ("123456789012345678901", nil, nil), ("+43#12", nil, nil), ("(0)", nil, nil),
            ("sip:ada@example.org", "sip:ada@example.org", nil),
        ] as [(String, String?, String?)])
    func numbers(text: String, call: String?, message: String?) {
        #expect(links(Detail(.phone, text)) == [call, message].compactMap(\.self))
    }

    @Test func aFaxIsNotCalled() {
        #expect(links(Detail(.phone, "+4311234", types: ["work", "FAX"])).isEmpty)
        #expect(links(Detail(.phone, "+4311234", types: ["HomeFAX"])).isEmpty)
        #expect(links(Detail(.phone, "+4311234", types: ["pager"])) == ["tel:+4311234"])
    }

    @Test(
        arguments: [
            ("ada@example.org", "mailto:ada@example.org"),
            ("Ada Lovelace <ada@example.org>", "mailto:ada@example.org"),
            ("gorby%kremvax@example.org", "mailto:gorby%25kremvax@example.org"),
            ("unlikely?address@example.org", "mailto:unlikely%3Faddress@example.org"),
            ("Mike&family@example.org", "mailto:Mike%26family@example.org"),
            ("a+b/c=d@example.org", "mailto:a+b%2Fc%3Dd@example.org"),
            ("\"not@me\"@example.org", "mailto:%22not%40me%22@example.org"),
            ("\"oh\\\\no\"@example.org", "mailto:%22oh%5C%5Cno%22@example.org"),
            ("user@[192.0.2.1]", "mailto:user@%5B192.0.2.1%5D"),
            ("jörg@exämple.org", "mailto:j%C3%B6rg@ex%C3%A4mple.org"),
            ("ada", nil), ("@example.org", nil), ("ada@", nil), ("a b@example.org", nil),
            ("a@b@example.org", nil), ("ada@example.org, ben@example.org", nil), ("", nil),
        ] as [(String, String?)])
    func addresses(text: String, link: String?) {
        #expect(links(Detail(.email, text)) == [link].compactMap(\.self))
    }

    @Test(
        arguments: [
            ("XMPP", "ada@example.org", "xmpp:ada@example.org"),
            ("jabber", "ada@example.org/home desk", "xmpp:ada@example.org/home%20desk"),
            ("XMPP", "nasty!#$@example.org", "xmpp:nasty!%23$@example.org"),
            ("XMPP", "xmpp:ada@example.org?message", "xmpp:ada@example.org"),
            ("XMPP", "a%20b%@example.org", "xmpp:a%20b%25@example.org"),
            ("XMPP", "ada", nil), ("XMPP", "a d@example.org", nil), ("XMPP", "@example.org", nil),
            ("SIP", "ada@example.org;transport=tcp", "sip:ada@example.org;transport=tcp"),
            ("sips", "ada@example.org", "sips:ada@example.org"), ("SIP", "ada", nil),
            ("Matrix", "@ada:example.org", "https://matrix.to/#/@ada:example.org"),
            ("matrix", "u/ada:example.org", "https://matrix.to/#/@ada:example.org"),
            ("Matrix", "@a/b:example.org:8448", "https://matrix.to/#/@a%2Fb:example.org:8448"),
            ("Matrix", "#room:example.org", nil), ("Matrix", "ada", nil),
            ("Telegram", "ada_lovelace", "https://t.me/ada_lovelace"),
            ("telegram", "@ada_l", "https://t.me/ada_l"),
            ("Telegram", "//resolve?domain=ada_l", "https://t.me/ada_l"),
            ("Telegram", "+43 664 1234567", "https://t.me/+436641234567"),
            ("Telegram", "ada lovelace", nil), ("Telegram", "06641234567", nil), ("Telegram", "ad", nil),
            ("WhatsApp", "+43 664 1234567", "https://wa.me/436641234567"),
            ("WhatsApp", "00436641234567", "https://wa.me/436641234567"),
            ("WhatsApp", "436641234567@s.whatsapp.net", "https://wa.me/436641234567"),
            ("WhatsApp", "06641234567", nil), ("WhatsApp", "ada", nil), ("WhatsApp", "+43 ask", nil),
            ("Telegram", "https://t.me/ada_l", "https://t.me/ada_l"),
            ("Signal", "https://signal.me/#p/+43664", "https://signal.me/#p/+43664"),
            ("https", "//example.org/~ada?a=b#c", "https://example.org/~ada?a=b#c"),
            ("Skype", "ada", nil), ("", "ada", nil), ("ICQ", "12345678", nil),
        ] as [(String, String, String?)])
    func handles(service: String, handle: String, link: String?) {
        #expect(links(Detail(.messaging, handle, qualifier: service)) == [link].compactMap(\.self))
    }

    @Test func thePreferredComesFirstOfItsKind() throws {
        let vault = try TestVault()
        let added = try vault.run(
            "add",
            [
                "name": "Ada",
                "phones": [
                    ["value": "+4311", "types": ["work"]],
                    ["value": "+43664123", "types": ["cell"], "preferred": true], ["value": "+4311"],
                ],
                "emails": [["value": "a@example.org"], ["value": "b@example.org", "label": "Club"]],
                "messaging": [["value": "ada@example.org", "service": "XMPP"]],
            ])
        let links = try #require(added["contactLinks"]?.listValue).compactMap(\.objectValue)
        #expect(
            links.map { [$0["kind"], $0["title"], $0["link"]].map { $0?.textValue } } == [
                ["call", "+43664123 (cell)", "tel:+43664123"], ["call", "+4311 (work)", "tel:+4311"],
                ["message", "+43664123 (cell)", "sms:+43664123"], ["message", "+4311 (work)", "sms:+4311"],
                ["mail", "a@example.org", "mailto:a@example.org"],
                ["mail", "b@example.org (Club)", "mailto:b@example.org"],
                ["chat", "ada@example.org", "xmpp:ada@example.org"],
            ])
        #expect(try vault.count("connections_detail") == 6)
    }
}
