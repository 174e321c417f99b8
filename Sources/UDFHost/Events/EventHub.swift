import LuaRuntime
import UDFServices

/// Delivers everything that happens in a host: to the program's listener, to what records sessions and tests, and to the log.
///
/// Confined to the host's owner. Observers may read the host; what they send waits its turn.
package final class EventHub {
  /// Receives each event. Setting it delivers the events that were held back until then.
  @exclusivity(unchecked) var onEvent: ((HostEvent) -> Void)? {
    didSet {
      updateInterest()
      for event in undelivered { onEvent?(event) }
      if onEvent != nil { undelivered = [] }
    }
  }
  /// Whether ``onEvent`` receives committed actions; it always receives those that failed. Off, a dispatch costs less.
  @exclusivity(unchecked) var reportsCommits = true {
    didSet { updateInterest() }
  }
  /// Whether anybody receives committed actions.
  @exclusivity(unchecked) private(set) var observesActions = false
  /// Called when ``observesActions`` may have changed.
  var onInterest: (Bool) -> Void = { _ in }
  /// Called before observers are notified that the state was replaced.
  var willNotify: () -> Void = {}
  /// Called when an observer was added or removed, with whether one is left.
  var onObservers: (Bool) -> Void = { _ in }
  /// Events that a running reducer has caused. The dispatcher delivers them after the action: an observer may send.
  @exclusivity(unchecked) var held: [HostEvent] = []
  @exclusivity(unchecked) package private(set) var observers: [any SessionObserver] = []
  /// Called when the state was replaced otherwise than by an action, in the order of their numbers.
  private var stateObservers: [Int: () -> Void] = [:]
  private var undelivered: [HostEvent] = []
  let machine: LuaMachine
  private let log: any LogSink
  /// The app's name in the log; its file as long as it has none.
  var source: String

  init(machine: LuaMachine, log: any LogSink, source: String) {
    self.machine = machine
    self.log = log
    self.source = source
  }

  package func emit(_ event: HostEvent) {
    if machine.phase == .reducer { return held.append(event) }
    for observer in observers { observer.didEmit(event) }
    if case .log(let level, let message, let fields) = event, let level = LogLevel(rawValue: level) {
      log.write(LogEntry(app: source, level: level, message: message, fields: fields))
    }
    deliver(event)
  }

  /// Delivers an action that was dispatched; `record` makes the record of it that most observers receive.
  func emitAction(_ status: Status, _ record: () -> ActionRecord) {
    for observer in observers { observer.didDispatch(record) }
    // The history keeps committed actions for a listener to come.
    if status != .committed || reportsCommits && onEvent != nil { deliver(.action(record())) }
  }

  private func deliver(_ event: HostEvent) {
    if let onEvent { return onEvent(event) }
    // Progress is soon out of date.
    if case .progress = event { return }
    if undelivered.count < 1000 { undelivered.append(event) }
  }

  /// Delivers what reducers have caused.
  func releaseHeld() {
    let events = held
    held = []
    for event in events { emit(event) }
  }

  private func updateInterest() {
    observesActions = onEvent != nil && reportsCommits || !observers.isEmpty
    onInterest(observesActions)
  }

  // MARK: observers

  var hasObservers: Bool { !observers.isEmpty }

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
  func flush() { for observer in observers { observer.flush() } }

  // MARK: the state

  /// Calls `body` whenever the state was replaced otherwise than by an action. Returns the number to remove it by.
  func observeState(_ body: @escaping () -> Void) -> Int {
    let number = (stateObservers.keys.max() ?? 0) + 1
    stateObservers[number] = body
    return number
  }

  func removeStateObserver(_ number: Int) { stateObservers[number] = nil }

  /// Notifies all observers after a load or a reload, or when the past is shown.
  func notifyStateReplaced() {
    willNotify()
    notifySessions()
    notifyStateObservers()
  }

  /// Notifies what records the session.
  func notifySessions() { for observer in observers { observer.stateWasReplaced() } }

  /// Notifies what shows the state.
  func notifyStateObservers() {
    for number in stateObservers.keys.sorted() { stateObservers[number]?() }
  }
}
