import AtriumSDK
import Foundation

/// Moments as a user gives them, on the user's clock.
enum UserClock {
    /// The instant of a value of ``FieldType/when``, as vaults store it: of a day its beginning.
    ///
    /// - Parameter zone: the user's, for days and local times.
    static func instant(of when: String, in zone: TimeZone) -> String {
        let clock = when.count == 10 ? when + "T00:00" : when
        guard let wall = Timestamp.date((clock.count == 16 ? clock + ":00" : clock) + "Z") else {
            return when
        }
        return Timestamp.text(Timestamp.date(showing: wall, in: zone))
    }
}
