import FuzzSupport
import TextDecoding
import TodoTxtFormat

/// A task of a file.
private struct Read: Equatable {
    let task: TodoTxtTask?
    let source: [UInt8]
    let line: Int
}

/// The tasks of a file, up to the error that ended it.
private func items(_ source: some ByteSource) -> [Read] {
    var items: [Read] = []
    var reader = TodoTxtReader(source)
    do {
        while let item = try reader.next() {
            items.append(Read(task: item.task, source: item.source, line: item.line))
        }
    } catch {
        require(error is TextTooLong, "an error that is none of the codec's: \(error)")
    }
    return items
}

/// An edit changes what it sets, and one that sets what is there changes nothing.
private func edit(_ task: TodoTxtTask) {
    var same = task
    same.setDone(task.isDone, on: task.completedOn)
    same.setCreatedOn(task.createdOn)
    same.setPriority(task.priority)
    same.setText(task.text)
    same.setProjects(task.projects)
    same.setContexts(task.contexts)
    for (key, _) in task.pairs { same.set(key, to: task.value(of: key)) }
    require(same == task, "an edit that says nothing new changed the line")
    var other = task
    other.setPriority("Q")
    require(other.priority == "Q" && other.isDone == task.isDone, "a priority is not set")
    require(other.createdOn == task.createdOn && other.completedOn == task.completedOn, "a day is another")
    other.setText("new words")
    require(other.text == "new words", "a text is not set")
    require(other.projects == task.projects && other.contexts == task.contexts, "a mark is lost")
    require(other.pairs.map(\.value) == task.pairs.map(\.value), "a pair is lost")
}

/// What was read is all of the file, in tasks that read the same by themselves and come out as they went in.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTodoTxt(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let first = items(ArrayByteSource(bytes))
    let pieces = items(PiecewiseSource(bytes, size: 1 + count % 7))
    require(pieces == first, "pieces differ " + firstDifference(first, pieces))
    var writer = TodoTxtWriter()
    var output: [UInt8] = []
    for (number, item) in first.enumerated() {
        guard let task = item.task else {
            require(number == 0 && first.count == 1, "blank lines stand by themselves")
            output += item.source
            continue
        }
        guard let source = TodoTxtSource(item.source) else { fatalError("finding: a source is not read") }
        require(source.task == task && source.bytes == item.source, "a source reads otherwise")
        writer.append(source, to: &output)
        edit(task)
    }
    let text = first.flatMap(\.source)
    require(output == text, "written " + firstDifferentLine(text, output))
    // The text in UTF-8, marked so that nobody takes it for anything else.
    let again = items(ArrayByteSource([0xEF, 0xBB, 0xBF] + text))
    require(again == first, "written, read " + firstDifference(first, again))
    _ = TodoTxtRecognition(prefix: text)
    return 0
}
