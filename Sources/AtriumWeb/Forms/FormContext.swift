import AtriumSDK
import Foundation

/// What a form's controls have to know beside their declarations.
struct FormContext {
    /// The user's zone, in which instants are shown.
    let zone: TimeZone
    /// The title of a record; nil where it is gone or out of reach.
    let title: (RecordReference) -> String?
}

/// A text that a control does not take.
struct ControlError: Error, Hashable {
    /// The control.
    let name: String
    /// What is wrong and what to do.
    let message: String
}
