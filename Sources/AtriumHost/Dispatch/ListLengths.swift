/// How many values a list holds at most that is given to a command, and so how long a request can be.
public enum ListLengths {
    /// Of any list: one record with as many tags is a second's work.
    public static let any = 10_000
    /// Of a list in a query, which stands in one line of the request: 16 KiB.
    public static let inQuery = 200
    /// Of a list in a form, where each value is a part of its own.
    public static let inForm = 500
    /// Of all parts of a form.
    public static let formParts = 1000
}
