import FuzzSupport
import TaskPaperFormat
import TextDecoding

/// A task of a file.
private struct Read: Equatable {
    let item: TaskPaperItem?
    let source: [UInt8]
    let line: Int
}

/// The tasks of a file, up to the error that ended it.
private func items(_ source: some ByteSource) -> [Read] {
    var items: [Read] = []
    var reader = TaskPaperReader(source)
    do {
        while let item = try reader.next() {
            items.append(Read(item: item.item, source: item.source, line: item.line))
        }
    } catch {
        require(error is TextTooLong, "an error that is none of the codec's: \(error)")
    }
    return items
}

/// An edit changes what it sets, and one that sets what is there changes nothing.
private func edit(_ task: TaskPaperSource) {
    var same = task
    same.line.setText(task.line.text)
    for tag in task.line.tags where task.line.tag(tag.name) == tag { same.line.set(tag) }
    same.setNote(task.note)
    require(same == task, "an edit that says nothing new changed the task")
    var other = task
    other.line.set(TaskPaperTag("due", value: "a (b)\\"))
    require(other.line.tag("due")?.value == "a (b)\\", "a tag is not set")
    require(other.line.text == task.line.text, "a tag changed the text")
    other.line.setText("new words")
    require(other.line.text == "new words", "a text is not set")
    other.setNote("a\nb:\n- c")
    guard let again = TaskPaperSource(other.bytes) else { fatalError("finding: an edited task is not read") }
    require(again.note == "a\nb:\n- c" && again.line == other.line, "an edited task reads otherwise")
    require(again.before == task.before && again.after == task.after, "an edit changed other lines")
}

/// What was read is all of the file, in tasks that read the same by themselves and come out as they went in.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTaskPaper(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let first = items(ArrayByteSource(bytes))
    let pieces = items(PiecewiseSource(bytes, size: 1 + count % 7))
    require(pieces == first, "pieces differ " + firstDifference(first, pieces))
    var writer = TaskPaperWriter()
    var output: [UInt8] = []
    for (number, item) in first.enumerated() {
        guard let found = item.item else {
            require(number == 0 && first.count == 1, "lines without a task stand by themselves")
            output += item.source
            continue
        }
        require(TaskPaperSource(item.source) == found.task, "a source reads otherwise")
        writer.append(found.task, under: found.ancestors, to: &output)
        edit(found.task)
    }
    let text = first.flatMap(\.source)
    require(output == text, "written " + firstDifferentLine(text, output))
    // Left out and turned around, tasks still stand in their projects.
    var turned = TaskPaperWriter()
    output = []
    for item in first.reversed() {
        if let found = item.item { turned.append(found.task, under: found.ancestors, to: &output) }
    }
    require(
        items(ArrayByteSource([0xEF, 0xBB, 0xBF] + output)).count <= first.count, "a task is there twice")
    // The text in UTF-8, marked so that nobody takes it for anything else.
    let again = items(ArrayByteSource([0xEF, 0xBB, 0xBF] + text))
    require(again == first, "written, read " + firstDifference(first, again))
    _ = TaskPaperRecognition(prefix: text)
    return 0
}
