import LuaRuntime
import UDF
import UDFServices

/// Delivers all events of a host to its listeners, to the recorders of sessions and tests, and to the log.
///
/// Confined to the host's owner. Observers may read the host; actions that they send are queued.
package final class EventHub {
  /// Receive each event, in the order in which they were added.
  @exclusivity(unchecked) private var listeners: [any EventListener] = []
  /// Whether a listener or an observer receives committed actions in some form.
  @exclusivity(unchecked) private(set) var observesActions = false
  /// Whether one of them receives a record of each, with its changes.
  @exclusivity(unchecked) private(set) var recordsActions = false
  /// Called when ``observesActions`` or ``recordsActions`` may have changed.
  var onInterest: () -> Void = {}
  /// Called before observers are notified that the state was replaced.
  var willNotify: () -> Void = {}
  /// Called when an observer was added or removed. The argument is whether there are observers.
  var onObservers: (Bool) -> Void = { _ in }
  /// Events that a running reducer has caused. The dispatcher delivers them after the action: an observer may send.
  @exclusivity(unchecked) var held: [HostEvent] = []
  /// The unfinished line of `io.write`.
  @exclusivity(unchecked) var line = WrittenLine()
  @exclusivity(unchecked) package private(set) var observers: [any SessionObserver] = []
  /// Called when something other than an action has replaced the state. Lower numbers are called first.
  private var stateObservers: [Int: () -> Void] = [:]
  /// Events for the first listener.
  private var undelivered: [HostEvent] = []
  let machine: LuaMachine
  private let log: any LogSink
  /// The app's name in the log; before it is known, the app's file.
  var source: String

  init(machine: LuaMachine, log: any LogSink, source: String) {
    self.machine = machine
    self.log = log
    self.source = source
  }

  func warn(_ text: String) { emit(.log(level: "warning", message: text, fields: [:])) }

  /// Delivers an event to all observers, and writes it to the log.
  ///
  /// - Parameter isThrown: whether the call that sent the action throws this error, so that the log does not need it.
  package func emit(_ event: HostEvent, isThrown: Bool = false) {
    if machine.phase == .reducer { return held.append(event) }
    for observer in observers { observer.didEmit(event) }
    if !isThrown { writeToLog(event) }
    deliver(event)
  }

  func writeToLog(_ event: HostEvent) {
    guard let (level, message, fields) = logged(event) else { return }
    log.write(LogEntry(app: source, level: level, message: message, fields: fields))
  }

  /// Returns the log entry of an event; nil: the log does not receive it. Problems are logged only while no listener shows them.
  private func logged(_ event: HostEvent) -> (LogLevel, String, Record)? {
    if case .log(let level, let message, let fields) = event {
      return LogLevel(rawValue: level).map { ($0, message, fields) }
    }
    if listeners.contains(where: \.showsProblems) { return nil }
    return switch event {
    case .error(let error, _): (.error, error.message, ["code": .string(error.code)])
    case .reload(let report): report.error.map { (.error, $0.message, ["code": .string($0.code)]) }
    case .sync(let report): report.problem.map { (.warning, "\(report.feature): \($0)", [:]) }
    default: nil
    }
  }

  /// Delivers the dispatched action `n`; `record` makes the record that most observers receive.
  func emitAction(_ n: Int, _ status: Status, _ record: () -> ActionRecord) {
    for observer in observers { observer.didDispatch(record) }
    let isCommitted = status == .committed
    for listener in listeners where !isCommitted || listener.commits != .none {
      listener.didDispatch(n, status, record)
    }
    // The history keeps committed actions for a later listener.
    if listeners.isEmpty, !isCommitted { deliver(.action(record())) }
  }

  private func deliver(_ event: HostEvent) {
    for listener in listeners { listener.didEmit(event) }
    guard listeners.isEmpty else { return }
    switch event {
    // Progress is soon out of date. The history has the changes after a rebase, and the positions in the log.
    case .progress, .rebase, .confirmed: break
    default: if undelivered.count < 1000 { undelivered.append(event) }
    }
  }

  /// Delivers the events that reducers have caused.
  func releaseHeld() {
    let events = held
    held = []
    for event in events { emit(event) }
  }

  private func updateInterest() {
    recordsActions = listeners.contains { $0.commits == .records } || !observers.isEmpty
    observesActions = recordsActions || listeners.contains { $0.commits == .numbers }
    onInterest()
  }

  // MARK: observers

  /// Adds a listener until the subscription is cancelled or released. The first one also receives earlier events.
  func add(_ listener: any EventListener) -> Subscription {
    listeners.append(listener)
    updateInterest()
    let held = undelivered
    undelivered = []
    for event in held { listener.didEmit(event) }
    return Subscription { [weak self] in
      self?.listeners.removeAll { $0 === listener }
      self?.updateInterest()
    }
  }

  var hasObservers: Bool { !observers.isEmpty }
  /// Whether anybody receives events.
  var isObserved: Bool { hasObservers || !listeners.isEmpty }

  package func add(_ observer: any SessionObserver) {
    observers.append(observer)
    updateInterest()
    onObservers(true)
  }

  package func remove(_ observer: any SessionObserver) {
    observers.removeAll { $0 === observer }
    updateInterest()
    onObservers(!observers.isEmpty)
  }

  func didRaise(_ event: String, _ fields: Record) { for observer in observers { observer.didRaise(event, fields) } }
  func didCall(_ call: RecordedCall) { for observer in observers { observer.didCall(call) } }
  func didAnswer(_ call: RecordedCall) { for observer in observers { observer.didAnswer(call) } }
  func willStop() { for observer in observers { observer.willStop() } }
  func didTurn() { for observer in observers { observer.didTurn() } }

  func flush() {
    for event in line.end() { emit(event) }
    for observer in observers { observer.flush() }
  }

  // MARK: the state

  /// Calls `body` whenever something other than an action has replaced the state. Returns the number for its removal.
  func observeState(_ body: @escaping () -> Void) -> Int {
    let number = (stateObservers.keys.max() ?? 0) + 1
    stateObservers[number] = body
    return number
  }

  func removeStateObserver(_ number: Int) { stateObservers[number] = nil }

  /// Notifies all observers after a load or a reload, or when a past point is shown.
  func notifyStateReplaced() {
    willNotify()
    notifySessions()
    notifyStateObservers()
  }

  /// Notifies the recorders of the session.
  func notifySessions() { for observer in observers { observer.stateWasReplaced() } }

  /// Notifies the observers that show the state.
  func notifyStateObservers() { for number in stateObservers.keys.sorted() { stateObservers[number]?() } }
}
