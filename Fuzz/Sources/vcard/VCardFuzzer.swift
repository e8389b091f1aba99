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
        let normalized = item.source.normalized()
        require(
            RawItem(name: "VCARD", bytes: normalized).normalized() == normalized, "normalizing twice differs")
        let written = item.card.component.written()
        let again = VCardReader.read(RawItem(name: "VCARD", bytes: written))
        require(again.card.component.written() == written, "writing again gives another card")
        require(
            again.card[VCardProperty.formattedName] == item.card[VCardProperty.formattedName]
                && again.card[VCardProperty.address] == item.card[VCardProperty.address]
                && again.card[VCardProperty.email] == item.card[VCardProperty.email]
                && again.card[VCardProperty.phone] == item.card[VCardProperty.phone]
                && again.card[VCardProperty.photo] == item.card[VCardProperty.photo],
            "written and read, a value differs")
        var editor = VCardEditor(item.card)
        editor.set(VCardProperty.name, to: item.card[VCardProperty.name])
        editor.set(VCardProperty.address, to: item.card[VCardProperty.address])
        editor.set(VCardProperty.phone, to: item.card[VCardProperty.phone])
        editor.set(VCardProperty.photo, to: item.card[VCardProperty.photo])
        require(!editor.isChanged, "setting what a card says changes it")
    }
    return 0
}
