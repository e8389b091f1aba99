import AtriumSDK
import Testing

@Suite struct FieldTests {
    private static let people = CollectionID(module: "connections", name: "people")

    /// One field of each kind with the type that it declares.
    @Test func declaresItsType() {
        let part = [FieldDeclaration("label", .text, help: "h")]
        let declarations: [(FieldDeclaration, FieldType)] = [
            (Field.text("f", help: "h").declaration, .text),
            (Field.longText("f", help: "h").declaration, .longText),
            (Field.choice("f", of: ["a", "b"], help: "h").declaration, .choice(["a", "b"])),
            (Field.partialDate("f", help: "h").declaration, .partialDate),
            (Field.instant("f", help: "h").declaration, .instant),
            (Field.when("f", help: "h").declaration, .when),
            (Field.duration("f", help: "h").declaration, .duration),
            (Field.integer("f", in: 1...31, help: "h").declaration, .integer(1...31)),
            (Field.integer("f", help: "h").declaration, .integer(Int64.min...Int64.max)),
            (Field.record("f", of: Self.people, help: "h").declaration, .reference(Self.people)),
            (Field.file("f", help: "h").declaration, .file),
            (Field.decimal("f", in: 0...1, help: "h").declaration, .decimal(0...1)),
            (Field.boolean("f", help: "h").declaration, .boolean),
            (Field.date("f", help: "h").declaration, .date),
            (Field.texts("f", help: "h").declaration, .list(.text)),
            (Field.objects("f", of: part, help: "h").declaration, .list(.object(part))),
            (Field.object("f", of: part, help: "h").declaration, .object(part)),
        ]
        for (declaration, type) in declarations {
            #expect(declaration == FieldDeclaration("f", type, help: "h"))
        }
        #expect(FieldType.integer(from: 3) == .integer(3...Int64.max))
    }

    private func read<Value>(_ field: Field<Value>, _ value: DataValue) -> Value? {
        Arguments(checked: [field.declaration.name: value])[field]
    }

    @Test func fieldsOfTextDecodeText() {
        let fields: [Field<String>] = [
            .text("f", help: ""), .longText("f", help: ""), .choice("f", of: ["a"], help: ""),
            .partialDate("f", help: ""), .instant("f", help: ""), .when("f", help: ""),
            .duration("f", help: ""),
        ]
        for field in fields {
            #expect(read(field, .text("a")) == "a")
            for other: DataValue in [.null, .integer(1), .bool(true), .list([.text("a")])] {
                #expect(read(field, other) == nil)
            }
        }
    }

    @Test func fieldsOfNumbersDecodeNumbers() {
        #expect(read(.integer("f", help: ""), .integer(.min)) == .min)
        #expect(read(Field<Int64>.integer("f", help: ""), .decimal(1)) == nil)
        #expect(read(Field<Int64>.integer("f", help: ""), .text("1")) == nil)
        #expect(read(.record("f", of: Self.people, help: ""), .integer(7)) == 7)
        #expect(read(.decimal("f", help: ""), .decimal(1.5)) == 1.5)
        #expect(read(.decimal("f", help: ""), .integer(2)) == 2)
        #expect(read(Field<Double>.decimal("f", help: ""), .text("2")) == nil)
    }

    @Test func otherFieldsDecodeTheirKind() throws {
        #expect(read(.boolean("f", help: ""), .bool(false)) == false)
        #expect(read(Field<Bool>.boolean("f", help: ""), .integer(1)) == nil)
        #expect(read(.date("f", help: ""), .text("2026-03-01")) == LocalDate(year: 2026, month: 3, day: 1))
        #expect(read(Field<LocalDate>.date("f", help: ""), .text("2026-02-29")) == nil)
        #expect(read(.texts("f", help: ""), .list([.text("b"), .text("a")])) == ["b", "a"])
        #expect(read(.texts("f", help: ""), .list([])) == [])
        #expect(read(Field<[String]>.texts("f", help: ""), .text("a")) == nil)
        let object: DataObject = ["label": .text("home")]
        #expect(read(.object("f", of: [], help: ""), .object(object)) == object)
        #expect(read(.objects("f", of: [], help: ""), .list([.object(object)])) == [object])
        #expect(read(Field<DataObject>.object("f", of: [], help: ""), .list([])) == nil)
    }

    /// A list is decoded as a whole or not at all: elements never go missing.
    @Test func aListWithAnElementOfAnotherKindIsRefused() {
        #expect(read(Field<[String]>.texts("f", help: ""), .list([.text("a"), .integer(1)])) == nil)
        #expect(
            read(Field<[DataObject]>.objects("f", of: [], help: ""), .list([.object([:]), .null])) == nil)
    }

    @Test func filesComeBesideTheValues() {
        let field = Field<UploadedFile>.file("photo", help: "")
        let file = UploadedFile(name: "a.jpg", content: [1, 2])
        #expect(Arguments(checked: [:], files: ["photo": file])[field] == file)
        #expect(Arguments(checked: [:], files: ["other": file])[field] == nil)
        #expect(Arguments(checked: ["photo": .text("a.jpg")])[field] == nil)
    }

    @Test func modifiersChangeTheDeclarationOnly() {
        let field = Field<Int64>.integer("targetDays", help: "h").required.positional
            .defaulting(to: .integer(20)).option("target")
        #expect(
            field.declaration
                == FieldDeclaration(
                    "targetDays", .integer(), help: "h", isRequired: true, isPositional: true,
                    defaultValue: .integer(20), option: "target"))
        #expect(Arguments(checked: ["targetDays": .integer(3)])[field] == 3)
    }

    @Test(arguments: [
        ("title", "title"), ("targetDays", "target-days"), ("isAllDay", "is-all-day"), ("day1", "day1"),
        ("x1Y2", "x1-y2"), ("", ""), ("fromID", "from-id"), ("straßeÄndern", "straße-ändern"),
        ("already-kebab", "already-kebab"),
    ])
    func kebabCase(name: String, kebab: String) {
        #expect(FieldDeclaration.kebabCase(name) == kebab)
        #expect(FieldDeclaration(name, .text, help: "").optionName == kebab)
        #expect(FieldDeclaration(name, .text, help: "", option: "other").optionName == "other")
    }
}

@Suite struct ArgumentsTests {
    private let title = Field<String>.text("title", help: "")

    @Test func requiredFieldsThrowWhereTheyAreMissing() throws {
        #expect(try Arguments(checked: ["title": .text("a")]).required(title) == "a")
        for values: DataObject in [[:], ["title": .null], ["other": .text("a")]] {
            let error = #expect(throws: AtriumError.self) { try Arguments(checked: values).required(title) }
            #expect(error?.code == .usage)
            #expect(error?.field == "title")
        }
    }

    @Test func anEditKeepsClearsOrSets() {
        func name(_ change: Arguments.Change<String>) -> String {
            switch change {
            case .keep: "keep"
            case .clear: "clear"
            case .set(let value): "set \(value)"
            }
        }
        #expect(name(Arguments(checked: [:]).change(title)) == "keep")
        #expect(name(Arguments(checked: ["title": .null]).change(title)) == "clear")
        #expect(name(Arguments(checked: ["title": .text("")]).change(title)) == "set ")
        #expect(name(Arguments(checked: ["title": .text("b")]).change(title)) == "set b")
    }

    @Test func appliesToAnOptionalProperty() {
        var property: String? = "old"
        Arguments(checked: [:]).apply(title, to: &property)
        #expect(property == "old")
        Arguments(checked: ["title": .text("new")]).apply(title, to: &property)
        #expect(property == "new")
        Arguments(checked: ["title": .null]).apply(title, to: &property)
        #expect(property == nil)
    }

    @Test func refusesToClearAPropertyThatIsNeverEmpty() throws {
        var property = "old"
        try Arguments(checked: [:]).apply(title, to: &property)
        #expect(property == "old")
        try Arguments(checked: ["title": .text("new")]).apply(title, to: &property)
        #expect(property == "new")
        let error = #expect(throws: AtriumError.self) {
            try Arguments(checked: ["title": .null]).apply(title, to: &property)
        }
        #expect(error?.code == .badData)
        #expect(error?.field == "title")
        #expect(property == "new")
    }
}

@Suite struct AtriumErrorTests {
    /// The numbers of sysexits.h; scripts depend on them.
    @Test func exitStatuses() {
        let statuses: [AtriumError.Code: Int32] = [
            .usage: 64, .badData: 65, .ambiguous: 65, .conflict: 65, .changedSince: 65, .notFound: 66,
            .unavailable: 69,
            .internal: 70, .cannotCreate: 73, .inputOutput: 74, .tryAgain: 75, .notPermitted: 77,
            .diskFull: 74, .readOnly: 77,
            .notAuthenticated: 77, .tooManyRequests: 75,
        ]
        #expect(Set(statuses.keys) == Set(AtriumError.Code.allCases))
        for (code, status) in statuses { #expect(code.exitStatus == status) }
    }

    @Test func theDescriptionHasTheRemedyWhereThereIsOne() {
        #expect(AtriumError(.usage, "no title").description == "no title")
        #expect(AtriumError(.usage, "no title", remedy: "give one").description == "no title: give one")
    }
}
