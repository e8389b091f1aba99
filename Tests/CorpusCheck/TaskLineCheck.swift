import TaskPaperFormat
import TextDecoding
import TodoTxtFormat

/// todo.txt: the tasks come out as they went in, and an edit that says nothing new changes no byte.
struct TodoTxtCheck {
    func check(_ bytes: [UInt8], _ file: CorpusFile, _ outcome: inout Outcome) throws {
        var reader = TodoTxtReader(ArrayByteSource(bytes))
        var writer = TodoTxtWriter()
        var (written, tasks, done): ([UInt8], Int, Int) = ([], 0, 0)
        while let item = try reader.next() {
            outcome.issues += reader.takeIssues().count
            guard let task = item.task, var source = TodoTxtSource(item.source) else { continue }
            tasks += 1
            done += task.isDone ? 1 : 0
            source.task.setDone(task.isDone, on: task.completedOn)
            source.task.setCreatedOn(task.createdOn)
            source.task.setPriority(task.priority)
            source.task.setText(task.text)
            source.task.setProjects(task.projects)
            source.task.setContexts(task.contexts)
            for (key, _) in task.pairs { source.task.set(key, to: task.value(of: key)) }
            writer.append(source, to: &written)
        }
        outcome.items = tasks
        if written != bytes { outcome.add(.codec, "it is written otherwise") }
        outcome.compare(["tasks": tasks, "done": done], with: file)
    }
}

/// TaskPaper: the same, with the tasks below what they stood below.
struct TaskPaperCheck {
    func check(_ bytes: [UInt8], _ file: CorpusFile, _ outcome: inout Outcome) throws {
        var reader = TaskPaperReader(ArrayByteSource(bytes))
        var writer = TaskPaperWriter()
        var (written, tasks): ([UInt8], Int) = ([], 0)
        while let item = try reader.next() {
            outcome.issues += reader.takeIssues().count
            guard let found = item.item else { continue }
            tasks += 1
            var source = found.task
            source.line.setText(source.line.text)
            for tag in source.line.tags where source.line.tag(tag.name) == tag { source.line.set(tag) }
            source.setNote(source.note)
            writer.append(source, under: found.ancestors, to: &written)
        }
        outcome.items = tasks
        if written != bytes { outcome.add(.codec, "it is written otherwise") }
        // The manifest counts lines, those of searches among them.
        let lines = bytes.split(separator: 10).map { TaskPaperLine(line: Array($0)) }
        let taskLines = lines.filter { $0.kind == .task }
        outcome.compare(
            [
                "task": taskLines.count, "done": taskLines.count { $0.tag("done") != nil },
                "project": lines.count { $0.kind == .project },
            ], with: file)
    }
}
