import AtriumSDK
import ContentLine

extension RawItem {
    /// The item without the line by which an export of the whole vault says its record's uid; see ``Item/recordUID``.
    var withoutRecordUID: (item: RawItem, uid: String?) {
        var item = self
        guard let uid = item.take(Item.recordUIDProperty)?.text(), !uid.isEmpty else { return (self, nil) }
        return (item, uid)
    }
}
