import AtriumHTTP
import AtriumSDK

/// Keys by which a form's request is known again.
enum RequestKey {
    /// A new one: 128 random bits.
    static func make() -> String {
        var random = SystemRandomNumberGenerator()
        return String(random.next() as UInt64, radix: 36) + String(random.next() as UInt64, radix: 36)
    }

    /// The key of a form that was sent: the form's own, with what it says and the files that were chosen.
    ///
    /// Another form under the same key, as one that was gone back to and filled in anew, is another request.
    static func of(_ form: FormInput, user: Int64, at path: [String]) -> String? {
        guard let key = form[FormNames.key], !key.isEmpty, key.utf8.count <= 64 else { return nil }
        var hash = FNV1a()
        for field in form.fields where field.name != FormNames.key {
            hash.mix(field.name)
            hash.mix(FormTexts.sent(field.value))
        }
        for (name, file) in form.files.sorted(by: { $0.key < $1.key }) {
            hash.mix(name)
            hash.mix(file.name)
            hash.mix(file.content)
        }
        path.forEach { hash.mix($0) }
        return "\(user).\(key).\(hash.text)"
    }
}
