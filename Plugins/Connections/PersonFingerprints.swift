import AtriumSDK

extension PersonDraft {
    /// By what people without an identifier are known again, in every format: rows of CSV, and cards of old programs.
    ///
    /// A name alone tells nobody from others, but where all else of a file has stayed.
    static let fingerprints: [Fingerprint<PersonDraft>] = [
        Fingerprint("e-mail and name", strength: .sure) { draft in
            draft.email.map { $0 + "\n" + draft.name }
        },
        Fingerprint("name and birthday", strength: .sure) { draft in
            draft.person.birthday.map { draft.name + "\n" + $0 }
        },
        Fingerprint("e-mail", strength: .likely) { $0.email },
        Fingerprint("phone", strength: .likely) { draft in
            draft.person.preferred(.phone).flatMap { PhoneKey($0.value) }.map {
                ($0.isInternational ? "+" : "") + String($0.figures)
            }
        },
        Fingerprint("name", strength: .weak) { $0.name },
    ]

    /// The first e-mail address, in the form in which duplicates are compared; as it is written where it is none.
    private var email: String? {
        person.preferred(.email).map { EmailKey.of($0.value) ?? $0.value.lowercased() }
    }

    /// The name to show, in the form in which duplicates are compared; as it is written where that leaves nothing.
    private var name: String {
        let folded = NameKey.folded(person.displayName)
        guard !folded.isEmpty else { return person.displayName }
        return String(String.UnicodeScalarView(folded.compactMap(Unicode.Scalar.init)))
    }
}
