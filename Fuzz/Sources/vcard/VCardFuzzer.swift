import ContentLine
import FuzzSupport
import TextDecoding
import VCardFormat

/// The cards of a file; those up to the error that ended it.
private func cards(_ source: some ByteSource) -> [VCardReader.Item] {
    var items: [VCardReader.Item] = []
    do {
        var reader = VCardReader(DecodingByteSource(source, eightBitText: .keep))
        while let event = try reader.next() {
            if case .card(let item) = event { items.append(item) }
        }
    } catch {
        require(error is ContentLineError, "an error that is none of the codec's: \(error)")
    }
    return items
}

/// What was read, written and read again is the same card; the pieces in which it comes make no difference.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzVCard(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let items = cards(ArrayByteSource(bytes))
    let pieces = cards(PiecewiseSource(bytes, size: 1 + count % 7))
    require(
        items.map(\.source) == pieces.map(\.source),
        "pieces differ " + firstDifference(items.map(\.source), pieces.map(\.source)))
    for item in items {
        _ = item.card.displayName
        // NULs are told as issues and not written again where a line must be recoded.
        guard !item.source.bytes.contains(0) else { continue }
        let normalized = item.source.normalized()
        require(
            RawItem(name: "VCARD", bytes: normalized).normalized() == normalized,
            "normalizing twice differs "
                + firstDifferentLine(normalized, RawItem(name: "VCARD", bytes: normalized).normalized()))
        let written = item.card.component.written()
        let again = VCardReader.read(RawItem(name: "VCARD", bytes: written))
        require(
            again.card.component.written() == written,
            "writing again differs " + firstDifferentLine(written, again.card.component.written()))
        check(item.card, again.card, VCardProperty.formattedName)
        check(item.card, again.card, VCardProperty.name)
        check(item.card, again.card, VCardProperty.address)
        check(item.card, again.card, VCardProperty.email)
        check(item.card, again.card, VCardProperty.phone)
        check(item.card, again.card, VCardProperty.photo)
        var editor = VCardEditor(item.card)
        editor.set(VCardProperty.name, to: item.card[VCardProperty.name])
        editor.set(VCardProperty.address, to: item.card[VCardProperty.address])
        editor.set(VCardProperty.phone, to: item.card[VCardProperty.phone])
        editor.set(VCardProperty.photo, to: item.card[VCardProperty.photo])
        require(!editor.isChanged, "setting what a card says changes it")
        // What conversion writes into lines counts only where it wrote it; forged, it is left out.
        let text = String(decoding: normalized, as: UTF8.self).replacing("\r\n ", with: "")
        guard !text.uppercased().contains("X-ATRIUM-") else { continue }
        for version in VCardVersion.allCases where version != item.card.version {
            checkConversion(of: item.card, to: version)
        }
    }
    return 0
}

/// A card that is converted and converted back says the same, line by line, and soon is the same to the byte.
///
/// The first rounds may write it otherwise: they leave out an escape that was not needed, say, and name the version of a
/// card within the card, which is then written as a text. See docs/formats.md.
private func checkConversion(of card: VCard, to version: VCardVersion) {
    func round(_ card: VCard) -> VCard {
        let there = again(card.converted(to: version).card)
        require(there.version == version, "converted to \(version), the card is of \(there.version)")
        return again(there.converted(to: card.version).card)
    }
    let back = round(card)
    // Written once, so that both are UTF-8.
    let difference = Said(again(card)).difference(Said(back))
    require(difference == nil, "converted to \(version) and back: \(difference ?? "")")
    let second = round(back)
    let (old, new) = (second.component.written(), round(second).component.written())
    require(new == old, "converted to \(version) and back thrice " + firstDifferentLine(old, new))
}

/// A card after it was written and read.
private func again(_ card: VCard) -> VCard {
    VCardReader.read(RawItem(name: "VCARD", bytes: card.component.written())).card
}

/// Two cards say the same of a property.
private func check<Value: Equatable>(_ first: VCard, _ second: VCard, _ kind: PropertyKind<Value>) {
    let (old, new) = (first[kind], second[kind])
    require(
        old.map(\.value) == new.map(\.value),
        "written and read " + firstDifference(old.map(\.value), new.map(\.value)))
}
