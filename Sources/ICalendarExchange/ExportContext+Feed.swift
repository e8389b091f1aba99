public import AtriumSDK
public import ContentLine

extension ExportContext {
    /// The interval at which programs read a feed again.
    ///
    /// An unchanged feed costs one short response (status 304).
    private static let feedInterval = "PT1H"

    /// The properties of a feed's VCALENDAR that name the interval for reading it again.
    ///
    /// They are REFRESH-INTERVAL (RFC 7986, section 5.7) and X-PUBLISHED-TTL, which Outlook and older programs
    /// read. Files that are not feeds have neither.
    public var feedProperties: [ContentLine] {
        guard purpose == .feed else { return [] }
        return [
            ContentLine(
                name: "REFRESH-INTERVAL", parameters: [Parameter("VALUE", "DURATION")],
                value: Self.feedInterval),
            ContentLine(name: "X-PUBLISHED-TTL", value: Self.feedInterval),
        ]
    }

    /// Returns the properties of a VCALENDAR with the feed's interval instead of one that an imported file
    /// named; if the file is not a feed, returns them unchanged.
    func withFeedProperties(_ properties: [ContentLine]) -> [ContentLine] {
        let own = feedProperties
        let names = Set(own.map(\.canonicalName))
        return properties.filter { !names.contains($0.canonicalName) } + own
    }
}
