import UDF

/// A store for tests: the test says which actions there are and what each changes, and everything else fails it.
///
///     @Test("loading shows the users")
///     func loading() async {
///       let store = TestStore(UserListState(), reducer: UserListInteractor(service: service).reducer)
///       store.send(.load) { $0.isLoading = true }
///       await store.receive(.loaded([ada])) {
///         $0.isLoading = false
///         $0.users = [ada]
///       }
///       await store.finish()
///     }
///
/// What effects send is reduced at once and waits until the test has received it; only ``receive(_:fileID:filePath:line:column:isolation:changes:)``
/// and ``finish(fileID:filePath:line:column:isolation:)`` let effects deliver, so a test sees them in one order. A failure
/// names the action, lists what is different, and says how to fix it; it is an issue of the running test, in Swift Testing
/// as well as in XCTest.
public final class TestStore<State: Equatable, Action> {
  /// The state after the last action that the test has sent or received.
  public private(set) var state: State
  /// How much the test has to say; may change on the way.
  public var exhaustivity: Exhaustivity

  /// Called with each output of a use case, as `Store.onOutput` is.
  ///
  ///     store.onOutput = { outputs.append("\($0)") }
  public var onOutput: (UseCaseTrace) -> Void {
    get { store.onOutput }
    set { store.onOutput = newValue }
  }

  private let store: Store<State, Action>
  private let log: ReductionLog<State, Action>
  private let effects: RunningEffects
  private let patience: Duration
  private let place: TestPlace
  private var isFinished = false

  /// Makes a store that begins with any state.
  ///
  /// - Parameters:
  ///   - middleware: as of the real store; what it intercepts counts as what is reduced.
  ///   - patience: how much real time an effect has to deliver what the test waits for; a test that passes never waits so
  ///     long. Whatever needs time gets a ``TestClock``.
  public init(
    _ initialState: State, reducer: Reducer<State, Action>, middleware: [Middleware<State, Action>] = [],
    exhaustivity: Exhaustivity = .on, patience: Duration = .seconds(20), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) {
    state = initialState
    self.exhaustivity = exhaustivity
    self.patience = patience
    place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let log = ReductionLog<State, Action>(place: place)
    let effects = RunningEffects()
    self.log = log
    self.effects = effects
    // With a wake of its own the store delivers nothing by itself.
    store = Store(
      initialState,
      reducer: Reducer { effects.watching(reducer.reduce(&$0, $1), of: $1) },
      middleware: middleware.map { $0.mapEffects(effects.watching) } + [log.middleware],
      onMisuse: { log.place.fail($0.description) }, onWake: {})
  }

  deinit {
    guard exhaustivity == .on, !isFinished, effects.hasStarted || !log.isEmpty else { return }
    place.fail(
      """
      The test has ended before its store was finished
        What its effects did last was not looked at.
        To fix this, end the test with: await store.finish()
      """)
  }
}

extension TestStore {
  /// Sends an action as a user does. `changes` makes of the state before what is expected after.
  ///
  /// Without exhaustivity `changes` starts from the state after, so that it need only set what the test is about.
  public func send(
    _ action: Action, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, changes: ((inout State) -> Void)? = nil
  ) {
    let place = begin(fileID, filePath, line, column)
    let name = Misuse.name(of: action)
    skipReceived(before: "\(name): sent", at: place)
    store.send(action, fileID: fileID, line: line)
    // A middleware may have stopped it.
    let reduced = log.popFirst() ?? ReducedAction(action: action, before: state, after: state)
    check(reduced, name, changes, at: place)
  }

  /// Starts a thunk as `Store.send(thunk:)` does; the test receives each action that it sends.
  ///
  ///     store.send(thunk: search("swift"))
  ///     await store.receive(.started) { $0.isSearching = true }
  public func send(
    thunk: (State) -> Effect<Action>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let place = begin(fileID, filePath, line, column)
    skipReceived(before: "A thunk: sent", at: place)
    store.send(thunk: { effects.watching(thunk($0), name: "a thunk") }, fileID: fileID, line: line)
  }

  /// Waits for an action from an effect and checks what it changes, as ``send(_:fileID:filePath:line:column:changes:)`` does.
  ///
  /// Without exhaustivity actions that come before it are skipped.
  public func receive(
    _ action: Action, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, isolation: isolated (any Actor)? = #isolation, changes: ((inout State) -> Void)? = nil
  ) async where Action: Equatable {
    let place = begin(fileID, filePath, line, column)
    let name = Misuse.name(of: action)
    guard let reduced = await next(name, at: place, where: { $0 == action }) else { return }
    if reduced.action == action { return check(reduced, name, changes, at: place) }
    state = reduced.after
    place.fail(
      """
      \(name): another action was received in its place
      \(ChangeList("action", expected: action, actual: reduced.action).text)\
        To fix this, receive what was sent, or correct the effect that sent it.
      """)
  }

  /// Waits for an action from an effect that `matches`, for actions that are not equatable.
  public func receive(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation, where matches: (Action) -> Bool,
    changes: ((inout State) -> Void)? = nil
  ) async {
    let place = begin(fileID, filePath, line, column)
    guard let reduced = await next("\(Action.self)", at: place, where: matches) else { return }
    if matches(reduced.action) { return check(reduced, reduced.name, changes, at: place) }
    state = reduced.after
    place.fail(
      """
      \(reduced.name): received, but it is not what the test waits for
        action: \(String(reflecting: reduced.action))
        To fix this, receive what was sent, or correct the effect that sent it.
      """)
  }

  /// Waits until no effect is left and fails if one stays, or if an action was sent that the test has not received.
  ///
  /// Without exhaustivity it ends whatever still runs.
  public func finish(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let place = begin(fileID, filePath, line, column)
    isFinished = true
    if exhaustivity == .on { await store.deliver(before: .now + patience) { false } }
    skipReceived(before: "The test has ended", at: place)
    defer { store.cancelEffects() }
    guard exhaustivity == .on, !store.isSettled else { return }
    place.fail(
      """
      The test has ended while effects run
      \(stillRunning)\
        To fix this, let them end: advance the clock they sleep on, answer the call they wait for, or cancel them.
      """)
  }
}

extension TestStore {
  private func begin(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) -> TestPlace {
    log.place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return log.place
  }

  /// The next action that the test has not seen: with exhaustivity the very next, without it the next that matches.
  private func next(
    _ name: String, at place: TestPlace, isolation: isolated (any Actor)? = #isolation, where matches: (Action) -> Bool
  ) async -> ReducedAction<State, Action>? {
    let deadline = ContinuousClock.now + patience
    while true {
      await store.deliver(before: deadline) { !log.isEmpty }
      guard let reduced = log.popFirst() else { break }
      if exhaustivity == .on || matches(reduced.action) { return reduced }
      state = reduced.after
    }
    let reason = store.isSettled ? "  No effect is running that could send it.\n" : stillRunning
    place.fail(
      """
      \(name): expected, but not received
      \(reason)\
        To fix this, \(store.isSettled ? "correct the effect that should send it" : "advance the clock that they sleep on")\
      , or do not expect it.
      """)
    return nil
  }

  private var stillRunning: String { effects.names.map { "  still running: an effect of \($0)\n" }.joined() }

  private func check(
    _ reduced: ReducedAction<State, Action>, _ name: String, _ changes: ((inout State) -> Void)?, at place: TestPlace
  ) {
    state = reduced.after
    var expected = exhaustivity == .on ? reduced.before : reduced.after
    changes?(&expected)
    guard expected != reduced.after else { return }
    place.fail(
      """
      \(name): the state is not what the test expects
      \(ChangeList("state", expected: expected, actual: reduced.after).text)\
        To fix this, say in the closure what the action changes, or correct the reducer.
      """)
  }

  private func skipReceived(before what: String, at place: TestPlace) {
    guard !log.isEmpty else { return }
    var lines = ""
    while let reduced = log.popFirst() {
      lines += "  not received: \(String(reflecting: reduced.action))\n"
      state = reduced.after
    }
    guard exhaustivity == .on else { return }
    place.fail(
      """
      \(what) before the test has received what effects have sent
      \(lines)\
        To fix this, receive each: await store.receive(…)
      """)
  }
}
