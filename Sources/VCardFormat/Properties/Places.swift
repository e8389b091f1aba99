import ContentLine

/// Where life began and ended (RFC 6474).
extension VCardProperty {
    /// BIRTHPLACE: where the person was born, in words or as a URI such as `geo:` (RFC 6474, section 2.1).
    public static let birthplace = PropertyKind<String>.text(["BIRTHPLACE", "X-BIRTHPLACE"])
    /// DEATHPLACE: where the person died, in words or as a URI (RFC 6474, section 2.2).
    public static let deathplace = PropertyKind<String>.text(["DEATHPLACE", "X-DEATHPLACE"])
    /// DEATHDATE: when the person died (RFC 6474, section 2.3).
    public static let deathDate = PropertyKind<DateValue>(
        ["DEATHDATE", "X-DEATHDATE"], valueParameters: ["X-APPLE-OMIT-YEAR"]
    ) { line, _ throws(ValueProblem) in
        try DateValue.read(line)
    } write: { property, context in
        property.value.draft(
            name: context.keptName(["DEATHDATE", "X-DEATHDATE"], older: "X-DEATHDATE"), context)
    }
}
