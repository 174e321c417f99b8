import UDFHost

/// Where a session's results go: a terminal, plain lines or JSON lines.
@MainActor
protocol Reporter: AnyObject {
  /// Which events it tells.
  var trace: Trace { get set }
  func report(_ result: CommandResult)
  func report(_ error: HostError, action: Int?)
  func report(_ event: HostEvent)
}
