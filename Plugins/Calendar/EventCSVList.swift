import AtriumSDK
import Foundation
import ICalendarExchange
import ICalendarFormat

/// Lists within one cell: categories with commas between them, the others as JSON.
enum EventCSVList {
    /// `a, b` with a backslash before commas and backslashes of the texts; a line feed is `\n`.
    static func join(_ texts: [String]) -> String {
        texts.map {
            $0.replacing("\\", with: "\\\\").replacing(",", with: "\\,").replacing("\n", with: "\\n")
        }.joined(separator: ",")
    }

    /// What ``join(_:)`` wrote.
    ///
    /// Blanks around texts are left out unless escaped text says otherwise.
    static func split(_ cell: String) -> [String] {
        var texts = [""]
        var isEscaped = false
        for character in cell {
            if isEscaped {
                texts[texts.count - 1].append(character == "n" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "," {
                texts.append("")
            } else {
                texts[texts.count - 1].append(character)
            }
        }
        return texts
    }

    static func json(_ users: [CalendarUser]) -> String? {
        json(
            users.map {
                [
                    "address": .text($0.address), "name": .text(orNull: $0.commonName),
                    "role": .text(orNull: $0.role), "status": .text(orNull: $0.participationStatus),
                    "kind": .text(orNull: $0.userType),
                    "expectsReply": $0.expectsReply.map(DataValue.bool) ?? .null,
                    "sentBy": .text(orNull: $0.sentBy), "delegatedTo": list($0.delegatedTo),
                    "delegatedFrom": list($0.delegatedFrom), "memberOf": list($0.groups),
                ]
            })
    }

    static func json(_ alarms: [ICalendarFormat.Alarm]) -> String? {
        json(
            alarms.map {
                [
                    "trigger": .text(orNull: $0.trigger?.storedText), "action": .text($0.action),
                    "fromEnd": $0.trigger?.isFromEnd == true ? .bool(true) : .null,
                    "summary": .text(orNull: $0.summary), "description": .text(orNull: $0.description),
                    "repeat": .integer(orNull: $0.repeatCount.map(Int64.init)),
                    "pause": .text(orNull: $0.repeatInterval?.text),
                    "acknowledged": .text(orNull: $0.acknowledged?.description), "uid": .text(orNull: $0.uid),
                ]
            })
    }

    static func json(_ attachments: [ICalendarFormat.Attachment]) -> String? {
        json(
            attachments.map { attachment in
                var object: DataObject = [
                    "mediaType": .text(orNull: attachment.mediaType),
                    "name": .text(orNull: attachment.fileName),
                ]
                switch attachment.content {
                case .uri(let uri): object["uri"] = .text(uri)
                case .base64(let text): object["data"] = .text(String(decoding: text, as: UTF8.self))
                }
                return object
            })
    }

    private static func list(_ texts: [String]) -> DataValue {
        texts.isEmpty ? .null : .list(texts.map(DataValue.text))
    }

    /// The objects without what is null in them; nil for none.
    private static func json(_ objects: [DataObject]) -> String? {
        guard !objects.isEmpty else { return nil }
        return DataValue.list(
            objects.map { object in
                .object(
                    object.entries.reduce(into: DataObject()) { filled, entry in
                        if !entry.value.isNull { filled[entry.name] = entry.value }
                    })
            }
        ).json
    }

    private static func objects(_ cell: String) -> [DataObject]? {
        guard let list = (try? DataValue(json: Data(cell.utf8)))?.listValue else { return nil }
        let objects = list.compactMap(\.objectValue)
        return objects.count == list.count ? objects : nil
    }

    static func users(_ cell: String) -> [CalendarUser]? {
        objects(cell)?.compactMap { object in
            guard let address = object["address"]?.textValue else { return nil }
            var user = CalendarUser(address: address, commonName: object["name"]?.textValue)
            user.role = object["role"]?.textValue
            user.participationStatus = object["status"]?.textValue
            user.userType = object["kind"]?.textValue
            if case .bool(let flag) = object["expectsReply"] { user.expectsReply = flag }
            user.sentBy = object["sentBy"]?.textValue
            func texts(_ name: String) -> [String] {
                object[name]?.listValue?.compactMap(\.textValue) ?? []
            }
            user.delegatedTo = texts("delegatedTo")
            user.delegatedFrom = texts("delegatedFrom")
            user.groups = texts("memberOf")
            return user
        }
    }

    static func alarms(_ cell: String) -> [ICalendarFormat.Alarm]? {
        objects(cell)?.map { object in
            let trigger = (object["trigger"]?.textValue).flatMap {
                ICalendarFormat.Alarm.Trigger(stored: $0, isFromEnd: object["fromEnd"] == .bool(true))
            }
            var alarm = ICalendarFormat.Alarm(
                action: object["action"]?.textValue ?? "DISPLAY", trigger: trigger,
                description: object["description"]?.textValue)
            alarm.summary = object["summary"]?.textValue
            alarm.repeatCount = (object["repeat"]?.integerValue).map { Int(clamping: $0) }
            alarm.repeatInterval = (object["pause"]?.textValue).flatMap(CalendarDuration.init)
            if let text = object["acknowledged"]?.textValue, case .utc(let instant) = DateTimeText(text) {
                alarm.acknowledged = instant
            }
            alarm.uid = object["uid"]?.textValue
            return alarm
        }
    }

    static func attachments(_ cell: String) -> [ICalendarFormat.Attachment]? {
        guard let objects = objects(cell) else { return nil }
        let attachments = objects.compactMap { object -> ICalendarFormat.Attachment? in
            let mediaType = object["mediaType"]?.textValue
            let name = object["name"]?.textValue
            if let uri = object["uri"]?.textValue {
                return ICalendarFormat.Attachment(content: .uri(uri), mediaType: mediaType, fileName: name)
            }
            guard let text = object["data"]?.textValue else { return nil }
            return ICalendarFormat.Attachment(
                content: .base64(ArraySlice(text.utf8)), mediaType: mediaType, fileName: name)
        }
        return attachments.count == objects.count ? attachments : nil
    }
}
