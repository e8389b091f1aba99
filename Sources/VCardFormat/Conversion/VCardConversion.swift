/// A card in another version, and what that version cannot hold.
public struct VCardConversion: Sendable {
    /// The card in the version that was asked for.
    public var card: VCard
    /// What the version has no place for, each kind of loss once, in no order.
    ///
    /// It is not gone: it stands in properties and parameters of which the names begin with `X-`, and converting the
    /// card back makes of them what they were.
    public var losses: Set<ConversionLoss>
}

/// A kind of thing that a version of vCard has no place for.
///
/// It names properties and parameters of the standards only, and no value: it may be shown and logged.
public struct ConversionLoss: Sendable, Hashable {
    /// What it is.
    public enum Kind: Sendable, Hashable {
        /// The version has no such property; it is kept under another name.
        case property(keptAs: String)
        /// The version has no such parameter; it is kept under another name.
        case parameter(String)
        /// The version has no way to write the value exactly; how it is written instead.
        case value(String)
    }

    /// The version that was converted to.
    public var version: VCardVersion
    /// The name of the property, as the version that was converted from has it.
    public var property: String
    /// What has no place.
    public var kind: Kind

    /// The loss as a sentence without a full stop.
    public var summary: String {
        switch kind {
        case .property(let name):
            "vCard \(version.rawValue) has no property \(property): kept as \(name)"
        case .parameter(let name):
            "vCard \(version.rawValue) has no parameter \(name) at \(property): kept as X-\(name)"
        case .value(let how):
            "vCard \(version.rawValue) cannot express every \(property): \(how)"
        }
    }
}

extension VCard {
    /// The card in another version; pure.
    ///
    /// Every property, parameter and value is carried over: in the form of the target, or, where it has none, under a
    /// name that begins with `X-`. Where the form of the target does not tell how the line was written before, the
    /// parameter `X-ATRIUM-ORIGINAL` tells it, so that converting back gives the same properties, parameters and
    /// values; it counts only as long as the line was not changed. FN and N are added where the target requires them,
    /// with the parameter `X-ATRIUM-ADDED`; converting back takes them away.
    ///
    /// A card that is of the version already is given back as it is.
    public func converted(to target: VCardVersion) -> VCardConversion {
        guard target != version else { return VCardConversion(card: self, losses: []) }
        return CardConverter(self, to: target).convert()
    }
}
