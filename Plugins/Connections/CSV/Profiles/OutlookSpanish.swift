/// The Spanish header of Outlook on the desktop, which is in English in part.
///
/// From the header that programs write for it.
extension ContactProfiles {
    static let outlookSpanish: [OutlookColumn: [String]] = [
        .prefix: ["Tratamiento", "Title"], .given: ["Nombre"], .middle: ["Segundo nombre"],
        .family: ["Apellidos"], .suffix: ["Sufijo", "Suffix"], .givenYomi: ["Yomi especificada"],
        .familyYomi: ["Apellido Yomi"], .nickname: ["Apodo", "Sobrenombre"],
        .company: ["Organización", "Compañía"], .department: ["Departamento", "Department"],
        .jobTitle: ["Puesto"], .profession: ["Profesión"], .notes: ["Notas", "Notes"],
        .categories: ["Categorías"], .language: ["Idioma"],
        .email: ["Dirección de correo electrónico", "E-mail Address"],
        .otherEmails: ["Dirección de correo electrónico #", "Dirección del correo electrónico #"],
        .webPage: ["Página web"], .spouse: ["Cónyuge", "Spouse"], .children: ["Hijos"],
        .manager: ["Nombre del director"], .assistant: ["Nombre del ayudante", "Assistant's Name"],
        .birthday: ["Cumpleaños", "Birthday"], .anniversary: ["Aniversario", "Anniversary"],
        .gender: ["Género"], .primaryPhone: ["Teléfono principal"], .homePhone: ["Particular"],
        .homePhone2: ["Particular 2", "Home Phone 2"],
        .mobilePhone: ["Teléfono móvil", "Mobile Phone"], .businessPhone: ["Teléfono del trabajo"],
        .businessPhone2: ["Teléfono del trabajo 2", "Business Phone 2"],
        .homeFax: ["Fax particular", "Home Fax"], .businessFax: ["Fax del trabajo", "Business Fax"],
        .otherFax: ["Otro fax"], .otherPhone: ["Otro teléfono"], .pager: ["Localizador", "Pager"],
        .carPhone: ["Teléfono del automóvil", "Car Phone"], .isdn: ["ISDN", "RDSI"],
        .textPhone: ["Número de teletipo"], .radioPhone: ["Radioteléfono"], .telex: ["Télex"],
        .callback: ["Devolución de llamada"], .companyPhone: ["Número de centralita de la organización"],
        .assistantPhone: ["Teléfono del ayudante", "Assistant's Phone"],
        .homeStreet: [
            "Calle del domicilio", "Calle del domicilio 2", "Calle del domicilio 3", "Home Street",
            "Home Street 2", "Home Street 3",
        ],
        .homeCity: ["Ciudad de residencia", "Home City"],
        .homeState: ["Provincia o estado de residencia", "Home State"],
        .homePostalCode: ["Código postal de residencia", "Home Postal Code"],
        .homeCountry: ["País o región del domicilio"],
        .homePOBox: ["Apartado postal de la dirección personal"],
        .businessStreet: ["Calle del trabajo", "Calle del trabajo 2", "Calle del trabajo 3"],
        .businessCity: ["Ciudad de trabajo"], .businessState: ["Provincia o estado de trabajo"],
        .businessPostalCode: ["Código postal del trabajo"], .businessCountry: ["País o región del trabajo"],
        .businessPOBox: ["Apartado postal de la dirección del trabajo"],
        .otherStreet: ["Otra calle", "Otra calle 2", "Otra calle 3"], .otherCity: ["Otra ciudad"],
        .otherState: ["Otra provincia o estado"], .otherPostalCode: ["Otro código postal"],
        .otherCountry: ["Otro país o región"], .otherPOBox: ["Otro apartado postal"],
    ]
}
