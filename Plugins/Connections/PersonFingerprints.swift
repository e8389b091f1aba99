import AtriumSDK

extension PersonDraft {
    /// By what people without an identifier are known again, in every format: rows of CSV, and cards of old programs.
    ///
    /// A name alone tells nobody from others, but where all else of a file has stayed.
    static let fingerprints: [Fingerprint<PersonDraft>] = [
        Fingerprint("e-mail and name", strength: .sure) { draft in
            draft.email.map { $0 + "\n" + draft.foldedName }
        },
        Fingerprint("name and birthday", strength: .sure) { draft in
            draft.person.birthday.map { draft.foldedName + "\n" + $0 }
        },
        Fingerprint("e-mail", strength: .likely) { $0.email },
        Fingerprint("phone", strength: .likely) { draft in
            draft.person.preferred(.phone).flatMap { phone in
                let digits = phone.value.filter(\.isNumber)
                return digits.count < 5 ? nil : digits
            }
        },
        Fingerprint("name", strength: .weak) { $0.foldedName },
    ]

    private var email: String? { person.preferred(.email)?.value.lowercased() }
    private var foldedName: String { person.displayName.lowercased() }
}
