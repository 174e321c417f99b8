import Platform
import UDF

/// A store for tests: the test asserts the actions and the changes of each. Any other action or change fails it.
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
/// Effects run on the test's own thread in a fixed order. The store reduces their actions, and keeps them for the test,
/// when the test calls `receive(_:)`,
/// ``TestClock/advance(by:isolation:)`` or ``finish(fileID:filePath:line:column:isolation:)``. A failure names the
/// action, lists the differences, and explains how to fix it. It is an issue of the running test, in Swift Testing as
/// well as in XCTest.
public final class TestStore<State: Equatable, Action> {
  /// The state after the last action that the test has sent or received.
  public private(set) var state: State
  /// How much the test must assert. It may change during the test.
  public var exhaustivity: Exhaustivity

  /// Called with each output of a use case, like `Store.onOutput`.
  ///
  ///     store.onOutput = { outputs.append("\($0)") }
  public var onOutput: (UseCaseTrace) -> Void {
    get { store.onOutput }
    set { store.onOutput = newValue }
  }

  private let store: Store<State, Action>
  private let log: ReductionLog<State, Action>
  private let effects: RunningEffects
  private let pump: EffectPump
  private let patience: Duration
  private let place: TestPlace
  /// The texts of what a test with ``Exhaustivity/off`` has not asserted so far: one for each action that it did not
  /// receive, and one for each action with further changes.
  public private(set) var skipped: [String] = []

  /// Makes a store with any initial state.
  ///
  /// An action that a middleware puts in place of another counts as the reduced action. `patience` is the real time
  /// that an effect has to send the expected action; a passing test never waits this long. Pass a ``TestClock`` to
  /// features that need time.
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
    // The executor must exist before the store that it wakes.
    let wake = Guarded<@Sendable () -> Void>({})
    let pump = EffectPump(isolation) { wake.withLock { $0 }() }
    self.pump = pump
    effects.pump = pump
    // With `onWake` set, the store delivers nothing automatically.
    let store = Store(
      initialState, reducer: reducer.mapEffects(effects.watching),
      middleware: middleware.map { $0.mapEffects(effects.watching) } + [log.middleware], queueLimit: 10_000,
      onMisuse: { log.place.fail($0.description) }, onWake: {}, executor: pump, isolation: isolation)
    self.store = store
    wake.withLock { $0 = store.ring }
    pump.deliver = { [weak store] in store?.poll() }
  }

  deinit {
    guard exhaustivity == .on, effects.hasStarted || !log.isEmpty else { return }
    place.fail(
      """
      The test has ended before its store was finished
        What its effects did last was not looked at.
        To fix this, end the test with: await store.finish()
      """)
  }
}

extension TestStore {
  /// Sends an action like a user. `changes` turns the state before the action into the expected state after it.
  ///
  /// Without exhaustivity, `changes` starts from the state after the action, and sets only the asserted values.
  ///
  /// - Returns: the effects that the action has started, so that a test can cancel them like a view that disappears.
  @discardableResult public func send(
    _ action: Action, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, changes: ((inout State) throws -> Void)? = nil
  ) -> SentEffects {
    let place = begin(fileID, filePath, line, column)
    let name = Misuse.name(of: action)
    skipReceived(before: "\(name): sent", at: place)
    let sent = store.send(action, fileID: fileID, line: line)
    pump.run()
    // The log is empty if a middleware has dropped the action.
    let reduced = log.popFirst() ?? ReducedAction(action: action, before: state, after: state)
    check(reduced, name, changes, at: place)
    return sent
  }

  /// Starts a thunk like `Store.send(thunk:)`. The test receives each action that it sends.
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
    pump.run()
  }

  /// Waits for an action from an effect and checks its changes, like ``send(_:fileID:filePath:line:column:changes:)``.
  ///
  /// Without exhaustivity, earlier actions are skipped.
  public func receive(
    _ action: Action, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, isolation: isolated (any Actor)? = #isolation,
    changes: ((inout State) throws -> Void)? = nil
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

  /// Waits for an action from an effect that `matches` accepts, for actions that are not equatable.
  public func receive(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation, where matches: (Action) -> Bool,
    changes: ((inout State) throws -> Void)? = nil
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

  /// Waits for an action of one case from an effect, with any values.
  ///
  ///     await store.receive(UserListAction.loaded) { $0.isLoading = false }
  ///
  /// - Returns: the values of the case; nil if the test has failed.
  @discardableResult public func receive<Part>(
    _ part: Prism<Action, Part>, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, isolation: isolated (any Actor)? = #isolation,
    changes: ((inout State) throws -> Void)? = nil
  ) async -> Part? {
    var received: Part?
    await receive(
      fileID: fileID, filePath: filePath, line: line, column: column,
      where: {
        received = part.extract($0)
        return received != nil
      }, changes: changes)
    return received
  }

  /// Waits until no effect is left. Fails if one continues to run, or if an action was not received.
  ///
  /// Without exhaustivity, it cancels the effects that still run.
  public func finish(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let place = begin(fileID, filePath, line, column)
    effects.hasStarted = false
    if exhaustivity == .on { await store.deliver(before: .now + patience, preparing: pump.run) { false } }
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

  /// Returns the next action that the test has not received; without exhaustivity, the next that matches.
  private func next(
    _ name: String, at place: TestPlace, isolation: isolated (any Actor)? = #isolation, where matches: (Action) -> Bool
  ) async -> ReducedAction<State, Action>? {
    let deadline = ContinuousClock.now + patience
    // The effects of the received action run before the test continues.
    defer { pump.run() }
    while true {
      await store.deliver(before: deadline, preparing: pump.run) { !log.isEmpty }
      guard let reduced = log.popFirst() else { break }
      if exhaustivity == .on || matches(reduced.action) { return reduced }
      skip("not received: \(String(reflecting: reduced.action))")
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
    _ reduced: ReducedAction<State, Action>, _ name: String, _ changes: ((inout State) throws -> Void)?,
    at place: TestPlace
  ) {
    state = reduced.after
    var expected = exhaustivity == .on ? reduced.before : reduced.after
    do { try changes?(&expected) } catch { return place.fail("\(name): the closure for the changes threw \(error)") }
    guard expected != reduced.after else { return skipChanges(of: reduced, changes) }
    place.fail(
      """
      \(name): the state is not what the test expects
      \(ChangeList("state", expected: expected, actual: reduced.after).text)\
        To fix this, say in the closure what the action changes, or correct the reducer.
      """)
  }

  private func skip(_ text: String) {
    skipped.append(text)
    if exhaustivity == .listing { Misuse.print("skipped: \(text)") }
  }

  /// Lists the changes of an action that the test has not asserted.
  private func skipChanges(of reduced: ReducedAction<State, Action>, _ changes: ((inout State) throws -> Void)?) {
    guard exhaustivity != .on else { return }
    var expected = reduced.before
    try? changes?(&expected)
    let list = ChangeList("state", from: expected, to: reduced.after)
    if !list.isEmpty { skip("\(reduced.name): not asserted\n\(list.text)") }
  }

  private func skipReceived(before what: String, at place: TestPlace) {
    guard !log.isEmpty else { return }
    var lines: [String] = []
    while let reduced = log.popFirst() {
      let line = "not received: \(String(reflecting: reduced.action))"
      lines.append("  \(line)\n")
      if exhaustivity != .on { skip(line) }
      state = reduced.after
    }
    guard exhaustivity == .on else { return }
    if lines.count > 20 { lines[20...] = ["  and \(lines.count - 20) more\n"] }
    place.fail(
      """
      \(what) before the test has received what effects have sent
      \(lines.joined())\
        To fix this, receive each: await store.receive(…)
      """)
  }
}
