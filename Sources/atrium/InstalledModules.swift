import Activities
import AtriumFormats
import AtriumSDK
import Calendar
import Connections
import Discover
import Exercise
import Habits
import Ideas
import Journal
import MentalModels
import Quotes
import Reminders
import Tasks
import Values

/// The modules that this program offers, in the order of help: one line each.
let installedModules: [Module] = [
    connectionsModule,
    calendarModule,
    habitsModule,
    remindersModule,
    tasksModule,
    activitiesModule,
    journalModule,
    mentalModelsModule,
    ideasModule,
    valuesModule,
    exerciseModule,
    quotesModule,
    discoverModule,
]

/// The file formats that it reads and writes.
///
/// Of several that are as sure of a file the first one takes it; so CSV comes after those whose lines have a
/// form of their own.
let installedFormats: [any Format] = [
    VCardFileFormat(),
    ICalendarFileFormat(),
    OPMLFileFormat(),
    TaskPaperFileFormat(),
    TodoTxtFileFormat(),
    CSVFileFormat(),
    MarkdownFileFormat(),
    JrnlFileFormat(),
]
