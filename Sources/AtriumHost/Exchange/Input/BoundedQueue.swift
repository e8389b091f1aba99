import Foundation

/// What one thread makes and another uses, in order; the maker waits while too much lies ready.
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
    // Unchecked: every access to the state below is made under `condition`.
    private let condition = NSCondition()
    /// What has come since the user last ran out, in order; and what was taken from there, the next one last: an
    /// element moves once, however many wait.
    private var incoming: [(element: Element, cost: Int)] = []
    private var outgoing: [(element: Element, cost: Int)] = []
    /// What the user is done with and the maker is to let go of.
    private var spent: [Element] = []
    private var cost = 0
    private let maximumCost: Int
    private var isFinished = false
    private var failure: (any Error)?
    private var isAbandoned = false

    /// Thrown to the maker when nobody wants the rest.
    struct Abandoned: Error {}

    /// Makes a queue in which elements of this cost together may wait; a dearer one waits alone.
    init(maximumCost: Int) { self.maximumCost = maximumCost }

    private var isEmpty: Bool { incoming.isEmpty && outgoing.isEmpty }

    // MARK: - The maker's side

    /// Puts an element at the end, when there is room.
    ///
    /// - Throws: ``Abandoned`` where nobody wants it any more.
    func push(_ element: Element, cost: Int) throws {
        // What the maker has allocated it frees best; not while it holds the lock.
        _ = try put(element, cost: cost)
    }

    /// Puts an element at the end, and gives what was given back.
    private func put(_ element: Element, cost: Int) throws -> [Element] {
        condition.lock()
        defer { condition.unlock() }
        while !isAbandoned, !isEmpty, self.cost + cost > maximumCost { condition.wait() }
        if isAbandoned { throw Abandoned() }
        incoming.append((element, cost))
        self.cost += cost
        condition.broadcast()
        defer { spent = [] }
        return spent
    }

    /// Says that nothing more comes, and why, where it ends badly.
    func finish(_ failure: (any Error)? = nil) {
        condition.lock()
        defer { condition.unlock() }
        isFinished = true
        self.failure = failure
        condition.broadcast()
    }

    // MARK: - The user's side

    /// The next element, when there is one; nil at the end.
    ///
    /// - Parameter last: the one before, which the user no longer needs: to free it costs the maker less, and the user nothing.
    /// - Throws: what the maker ended with.
    func next(after last: consuming Element? = nil) throws -> Element? {
        condition.lock()
        defer { condition.unlock() }
        if let last, !isFinished { spent.append(last) }
        while isEmpty, !isFinished { condition.wait() }
        if outgoing.isEmpty { swap(&incoming, &outgoing); outgoing.reverse() }
        guard let (element, cost) = outgoing.popLast() else {
            if let failure { throw failure }
            return nil
        }
        self.cost -= cost
        condition.broadcast()
        return element
    }

    /// Wants nothing more, and waits until the maker has stopped.
    func abandon() {
        condition.lock()
        defer { condition.unlock() }
        isAbandoned = true
        incoming = []
        outgoing = []
        cost = 0
        condition.broadcast()
        while !isFinished { condition.wait() }
    }
}
