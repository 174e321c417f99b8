import LuaRuntime
import UDFServices

/// Receives everything that happens in a host, for the recorder of a session or of a test.
package protocol SessionObserver: AnyObject {
  func didEmit(_ event: HostEvent)
  /// An action was dispatched; `record` makes a record of it. By default, the record is emitted as an event.
  func didDispatch(_ record: () -> ActionRecord)
  /// An undo, a redo, a load or a reload has replaced the state.
  func stateWasReplaced()
  /// A feature's event was raised; its action follows.
  func didRaise(_ event: String, _ fields: Record)
  /// An effect has called a service. Calls count from 1.
  func didCall(_ call: RecordedCall)
  /// The call has ended, with its outcome.
  func didAnswer(_ call: RecordedCall)
  /// The host begins a turn, in which it runs due effects and delivers messages.
  func didTurn()
  /// The host ends. Nothing can be recorded afterwards.
  func willStop()
  /// No script runs, so an observer should write what it has collected.
  func flush()
}

extension SessionObserver {
  package func didDispatch(_ record: () -> ActionRecord) { didEmit(.action(record())) }
  package func didRaise(_ event: String, _ fields: Record) {}
  package func didCall(_ call: RecordedCall) {}
  package func didTurn() {}
  package func willStop() {}
  package func flush() {}
}
