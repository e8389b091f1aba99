/// The French header of Outlook on the desktop.
///
/// From the header that programs write for it. It has two columns `Titre`: the first is the form of address, the second
/// what somebody does.
extension ContactProfiles {
    static let outlookFrench: [OutlookColumn: [String]] = [
        .prefix: ["Titre"], .given: ["Prénom"], .middle: ["Deuxième prénom"], .family: ["Nom"],
        .suffix: ["Suffixe"], .givenYomi: ["Prénom Yomi"], .familyYomi: ["Nom Yomi"], .nickname: ["Surnom"],
        .company: ["Société"], .department: ["Service"], .jobTitle: ["Titre", "Fonction"],
        .profession: ["Profession"], .notes: ["Notes"], .categories: ["Catégories"], .language: ["Langue"],
        .email: ["Adresse de messagerie"], .otherEmails: ["Adresse de messagerie #"], .webPage: ["Page Web"],
        .spouse: ["Conjoint(e)"], .children: ["Enfants"], .manager: ["Responsable"],
        .assistant: ["Nom de l'assistant(e)"], .birthday: ["Anniversaire"],
        .anniversary: ["Anniversaire de mariage ou fête"], .gender: ["Sexe"],
        .primaryPhone: ["Téléphone principal"], .homePhone: ["Téléphone (domicile)"],
        .homePhone2: ["Téléphone 2 (domicile)"], .mobilePhone: ["Tél. mobile"],
        .businessPhone: ["Téléphone (bureau)"], .businessPhone2: ["Téléphone 2 (bureau)"],
        .homeFax: ["Télécopie (domicile)"], .businessFax: ["Télécopie (bureau)"],
        .otherFax: ["Télécopie (autre)"], .otherPhone: ["Téléphone (autre)"],
        .pager: ["Récepteur de radiomessagerie"], .carPhone: ["Téléphone (voiture)"], .isdn: ["RNIS"],
        .textPhone: ["Téléphone TDD/TTY"], .radioPhone: ["Radio téléphone"], .telex: ["Télex"],
        .callback: ["Rappel"], .companyPhone: ["Téléphone société"],
        .assistantPhone: ["Téléphone de l'assistant(e)"],
        .homeStreet: ["Rue (domicile)", "Rue (domicile) 2", "Rue (domicile) 3"],
        .homeCity: ["Ville (domicile)"], .homeState: ["Dép/Région (domicile)"],
        .homePostalCode: ["Code postal (domicile)"],
        .homeCountry: ["Pays/Région (domicile)", "Pays (domicile)"],
        .homePOBox: ["Boîte postale du domicile"],
        .businessStreet: ["Rue (bureau)", "Rue (bureau) 2", "Rue (bureau) 3"],
        .businessCity: ["Ville (bureau)"], .businessState: ["Dép/Région (bureau)"],
        .businessPostalCode: ["Code postal (bureau)"],
        .businessCountry: ["Pays/Région (bureau)", "Pays (bureau)"],
        .businessPOBox: ["B.P. professionnelle"],
        .otherStreet: ["Rue (autre)", "Rue (autre) 2", "Rue (autre) 3"], .otherCity: ["Ville (autre)"],
        .otherState: ["Dép/Région (autre)"], .otherPostalCode: ["Code postal (autre)"],
        .otherCountry: ["Pays/Région (autre)", "Pays (autre)"], .otherPOBox: ["Autre boîte postale"],
    ]
}
