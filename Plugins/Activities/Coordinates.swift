import AtriumSDK
import ContentLine
import Foundation
import GRDB
import RecordKit

/// A point on the globe, in degrees (WGS 84).
struct Coordinates: Sendable, Hashable, CustomStringConvertible {
    /// Degrees north, -90 to 90.
    let latitude: Double
    /// Degrees east, -180 to 180.
    let longitude: Double

    /// Why a text is no point on the globe.
    enum Problem: Error {
        /// It is not two numbers.
        case notCoordinates
        /// There is no such latitude or longitude.
        case offGlobe
    }

    /// A point; nil where it is off the globe.
    init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        // Zero has one sign.
        self.latitude = latitude + 0
        self.longitude = longitude + 0
    }

    /// Reads `48.2082,16.3738`, with a comma, a semicolon or blanks between the numbers, with or without `geo:` (RFC 5870).
    init(_ text: String) throws(Problem) {
        var text = text[...]
        if text.prefix(4).lowercased() == "geo:" {
            // What follows says how exact it is, and on which globe.
            text = text.dropFirst(4).prefix { $0 != ";" }
        }
        let parts = Self.parts(text)
        guard parts.count == 2, let latitude = Self.number(parts[0]), let longitude = Self.number(parts[1])
        else { throw .notCoordinates }
        guard let point = Coordinates(latitude: latitude, longitude: longitude) else { throw .offGlobe }
        self = point
    }

    private static func parts(_ text: Substring) -> [Substring] {
        text.split { $0 == "," || $0 == ";" || $0.isWhitespace }
    }

    /// Whether a text is nothing but numbers, of however many.
    static func isNumbers(_ text: String) -> Bool {
        let parts = parts(text[...])
        return !parts.isEmpty && parts.allSatisfy { number($0) != nil }
    }

    /// A finite number, in digits.
    private static func number(_ text: Substring) -> Double? {
        guard text.utf8.allSatisfy("0123456789.eE+-".utf8.contains), let number = Double(text),
            number.isFinite
        else { return nil }
        return number
    }

    /// `48.2082,16.3738`.
    var description: String { DecimalText.text(latitude) + "," + DecimalText.text(longitude) }
}

extension Coordinates {
    /// Reads what a command gives.
    ///
    /// - Throws: ``AtriumError`` with code `badData` if the text is no point on the globe.
    init(given text: String, field: String) throws {
        do throws(Problem) {
            try self.init(text)
        } catch .notCoordinates {
            throw AtriumError(
                .badData, "“\(text)” is not two numbers",
                remedy: "give latitude,longitude in degrees, such as 48.2082,16.3738", field: field)
        } catch .offGlobe {
            throw AtriumError(
                .badData, "“\(text)” is not a point on the globe",
                remedy: "give a latitude from -90 to 90 and a longitude from -180 to 180", field: field)
        }
    }

    static let rule = WordRule("the coordinates are not a point on the globe") {
        try Coordinates(given: $0, field: "coordinates").description
    }

    /// Two columns hold them.
    static let split = ColumnSplit(
        columns: { text in text.split(separator: ",").map { Double(String($0)).databaseValue } },
        text: { columns in
            guard let latitude = Double.fromDatabaseValue(columns[0]),
                let longitude = Double.fromDatabaseValue(columns[1])
            else { return nil }
            return Coordinates(latitude: latitude, longitude: longitude)?.description
        })
}

/// Distances on the globe.
enum GreatCircle {
    /// The mean radius of the Earth in kilometres: R1 of the International Union of Geodesy and Geophysics, (2a + b) / 3 of
    /// GRS 80.
    static let meanEarthRadius = 6371.0088

    /// The distance of two points in kilometres along a great circle, by the haversine formula.
    ///
    /// The Earth is taken for a sphere: a distance is at most 0.56 % off what it is on the ellipsoid. Of points close together
    /// and of antipodes the formula loses no digits that matter (less than a millimetre, and less than a metre).
    static func distance(_ one: Coordinates, _ other: Coordinates) -> Double {
        let latitudes = radians(other.latitude - one.latitude) / 2
        let longitudes = radians(other.longitude - one.longitude) / 2
        let haversine =
            sin(latitudes) * sin(latitudes)
            + cos(radians(one.latitude)) * cos(radians(other.latitude)) * sin(longitudes) * sin(longitudes)
        return 2 * meanEarthRadius * asin(min(1, haversine.squareRoot()))
    }

    /// The latitudes between which all points lie that are so near, in degrees; slightly wider, so that rounding leaves none out.
    static func latitudes(within kilometres: Double, of point: Coordinates) -> ClosedRange<Double> {
        let degrees = kilometres / meanEarthRadius * 180 / .pi + 1e-9
        return max(-90, point.latitude - degrees)...min(90, point.latitude + degrees)
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}
