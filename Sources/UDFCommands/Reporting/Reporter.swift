import UDFHost

/// Receives a session's results: implementations write to a terminal, as plain lines, or as JSON lines.
@MainActor
package protocol Reporter: AnyObject {
  /// Determines which events are reported.
  var trace: Trace { get set }
  /// Reports the state before the first reported action.
  func begin(_ host: AppHost)
  /// Begins a line of the batch, counted from 1. Each `-e`, each `-f` and each line of a pipe counts as one line.
  func begin(line: Int)
  func report(_ result: CommandResult)
  func report(_ error: HostError, action: Int?)
  func report(_ event: HostEvent)
}

extension Reporter {
  package func begin(_ host: AppHost) {}
  package func begin(line: Int) {}
}
