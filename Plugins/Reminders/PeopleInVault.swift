import AtriumSDK

/// People as the module that keeps them knows them; nobody, while it is off.
struct PeopleInVault {
    let modules: any ModuleDirectory

    /// The uid of a person.
    func uid(of id: Int64) throws -> String? {
        try modules.answer("show", of: .people, ["record": .integer(id)])?.objectValue?["uid"]?.textValue
    }

    /// The person with a uid; nil where there is none.
    func id(of uid: String) throws -> Int64? {
        let person: DataObject?
        do {
            person = try modules.answer("show", of: .people, ["record": .text(uid)])?.objectValue
        } catch let error as AtriumError where [.notFound, .ambiguous, .badData].contains(error.code) {
            return nil
        }
        // A record may be named by its id or its name too, and neither is who is meant.
        return person?["uid"] == .text(uid) ? person?["id"]?.integerValue : nil
    }
}
