import CLibxml2

/// libxml2's push parser, which tells an ``OutlineBuilder`` of what it meets.
///
/// Elements come with their names as written, prefixes and declarations of namespaces included (libxml2 calls this
/// SAX1), so that nothing about them is lost. The parser gets no document type, loads nothing and expands nothing. Its
/// own limits are off, since ``MarkupRepair`` has set narrower ones.
final class XMLParser {
    private let context: xmlParserCtxtPtr
    private let builder: OutlineBuilder

    private static let isInitialized: Bool = {
        xmlInitParser()
        return true
    }()

    /// More names than fit here come from no program.
    private static let nameMemory = 64 << 20

    init?(_ builder: OutlineBuilder) {
        self.builder = builder
        var handler = Self.handler
        let pointer = Unmanaged.passUnretained(builder).toOpaque()
        guard Self.isInitialized, let context = xmlCreatePushParserCtxt(&handler, pointer, nil, 0, nil) else {
            return nil
        }
        self.context = context
        // NOENT would replace entities, of which there are none: no document type comes here. Without it the parser
        // gives `&amp;` in values as `&#38;`.
        let options =
            XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_NOERROR.rawValue
            | XML_PARSE_NOWARNING.rawValue
            | XML_PARSE_HUGE.rawValue | XML_PARSE_IGNORE_ENC.rawValue
        xmlCtxtUseOptions(context, Int32(bitPattern: options))
        xmlDictSetLimit(context.pointee.dict, Self.nameMemory)
        parse(Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>".utf8), isLast: false)
    }

    deinit { xmlFreeParserCtxt(context) }

    /// Parses the next piece of the document and returns whether all was well so far.
    @discardableResult
    func parse(_ bytes: [UInt8], isLast: Bool) -> Bool {
        // The length that libxml2 takes has 32 bits.
        var start = 0
        repeat {
            let count = min(bytes.count - start, 1 << 24)
            bytes.withUnsafeBytes { buffer in
                let piece = buffer.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) }
                _ = xmlParseChunk(
                    context, piece, Int32(count), isLast && start + count == bytes.count ? 1 : 0)
            }
            start += count
        } while start < bytes.count
        return context.pointee.wellFormed != 0
    }

    /// What was wrong, as libxml2 says; it may quote the file.
    var errorCode: Int32 { context.pointee.errNo }

    private static var handler: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.startElement = { builder, name, attributes in
            guard let name, let builder = XMLParser.builder(builder) else { return }
            let (read, size) = XMLParser.attributes(attributes)
            builder.begin(String(cString: name), read, size: size)
        }
        handler.endElement = { builder, _ in XMLParser.builder(builder)?.end() }
        handler.characters = text
        // The same function, so that libxml2 does not look which blanks could be ignored.
        handler.ignorableWhitespace = text
        handler.cdataBlock = text
        handler.comment = { builder, text in
            guard let text else { return }
            XMLParser.builder(builder)?.comment(String(cString: text))
        }
        handler.processingInstruction = { builder, target, data in
            guard let target else { return }
            XMLParser.builder(builder)?.processingInstruction(
                String(cString: target), data.map { String(cString: $0) } ?? "")
        }
        return handler
    }

    private static let text: charactersSAXFunc = { builder, characters, count in
        guard let characters, count > 0 else { return }
        XMLParser.builder(builder)?.characters(UnsafeBufferPointer(start: characters, count: Int(count)))
    }

    private static func builder(_ pointer: UnsafeMutableRawPointer?) -> OutlineBuilder? {
        pointer.map { Unmanaged<OutlineBuilder>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Names and values in turn, up to a null pointer.
    private static func attributes(
        _ list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    ) -> (OPMLAttributes, size: Int) {
        guard let list else { return ([:], 0) }
        var count = 0
        while list[count] != nil { count += 2 }
        var attributes: [OPMLAttribute] = []
        attributes.reserveCapacity(count / 2)
        var size = 0
        for index in stride(from: 0, to: count, by: 2) {
            guard let name = list[index] else { break }
            let value = list[index + 1].map { String(cString: $0) } ?? ""
            size += value.utf8.count
            attributes.append(OPMLAttribute(name: String(cString: name), value: value))
        }
        return (OPMLAttributes(attributes), size)
    }
}
