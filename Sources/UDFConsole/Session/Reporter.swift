import UDFHost

/// Where a session's results go: a terminal, plain lines or JSON lines.
@MainActor
protocol Reporter: AnyObject {
  /// How many results could not be written, which counts as an error each.
  var refusalCount: Int { get }
  /// Which events it tells.
  var trace: Trace { get set }
  func report(_ result: CommandResult)
  func report(_ error: HostError, action: Int?)
  func report(_ event: HostEvent)
}

extension Reporter {
  var refusalCount: Int { 0 }
}
