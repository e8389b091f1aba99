/// The form in which e-mail addresses are compared.
///
/// The case of letters does not matter anywhere; nor do dots and what follows a plus sign at Google's mail, where all
/// of these are one mailbox. Everywhere else they may be different ones.
enum EmailKey {
    private static let google: Set<Substring> = ["gmail.com", "googlemail.com"]

    /// The form of an address; nil where a text is none.
    static func of(_ address: String) -> String? {
        let text = address.droppingScheme("mailto").trimmed.lowercased()
        guard let at = text.lastIndex(of: "@"), at != text.startIndex, text.index(after: at) != text.endIndex
        else { return nil }
        let (local, host) = (text[..<at], text[text.index(after: at)...])
        guard google.contains(host) else { return text }
        let mailbox = local.prefix { $0 != "+" }.filter { $0 != "." }
        return mailbox.isEmpty ? text : mailbox + "@gmail.com"
    }
}
