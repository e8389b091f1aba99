import AtriumSDK
import Foundation

/// What a form's controls have to know beside their declarations.
struct FormContext {
    /// The user's zone, in which instants are shown.
    let zone: TimeZone
    /// The title of a record; nil where it is gone or out of reach.
    let title: (RecordReference) -> String?

    /// The same on the clock of the zone that a record names for a field.
    func onClock(of field: FieldDeclaration, in record: DataObject?) -> FormContext {
        FormContext(zone: field.zone(in: record) ?? zone, title: title)
    }

    /// An instant as the user's clock shows it, on which a time is read that names no zone; other values as they are.
    func onOwnClock(_ value: DataValue) -> DataValue {
        guard let text = value.textValue, text.hasSuffix("Z"), let date = Timestamp.date(text) else {
            return value
        }
        return .text(LocalClock(zone: zone).text(of: date))
    }
}

extension FieldDeclaration {
    /// The zone that a record names for the field; nil if it names none that is known.
    func zone(in record: DataObject?) -> TimeZone? {
        zone.flatMap { record?[$0]?.textValue }.flatMap(TimeZone.init(identifier:))
    }
}

/// A text that a control does not take.
struct ControlError: Error, Hashable {
    /// The control.
    let name: String
    /// What is wrong and what to do.
    let message: String
}
