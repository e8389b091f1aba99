/// The names of what a form sends beside its fields; no field has a colon in front.
enum FormNames {
    /// By what the request is known again.
    static let key = ":key"
    /// Where to go afterwards.
    static let next = ":next"
    /// Whose form it is.
    static let user = ":user"
    /// What the form showed: a fingerprint for each field.
    static let shown = ":shown"
    /// The state of the record that the form showed.
    static let version = ":version"
    /// The name of the occurrence that the form was opened with, and the part of the series to change.
    static let occurrence = ":occurrence"
    static let part = ":part"
    /// A list of which one more row is wanted.
    static let more = ":more"
    /// A choice among records of one name: `:pick.0.field`, `.words`, `.id`.
    static let pick = ":pick"
    /// Of a field that changed meanwhile: whose value is taken.
    static let take = ":take."
    /// Of two records' values of a field: the other's is taken, as a choice of a list; `:side.take.birthday`.
    static let side = ":side."
    /// The form to go back to after a log-in, and what stood in it.
    static let form = ":form"
    static let typed = ":typed"
}
