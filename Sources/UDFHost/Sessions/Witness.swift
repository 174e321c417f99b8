import LuaRuntime

/// Keeps what happens in a host, for a session or a test: told of everything, whoever else listens.
protocol Witness: AnyObject {
  func hear(_ event: HostEvent, from host: AppHost)
  /// The state has changed otherwise than by an action.
  func stateMoved(in host: AppHost)
  /// An event of a feature was raised; its action comes next.
  func raised(_ event: String, _ fields: Record)
  /// An effect has called a service. Calls count from 1.
  func called(_ call: WitnessedCall, in host: AppHost)
  func answered(_ call: WitnessedCall, in host: AppHost)
  /// The host looks for what is due: what comes next has waited.
  func turned()
}

extension Witness {
  func raised(_ event: String, _ fields: Record) {}
  func called(_ call: WitnessedCall, in host: AppHost) {}
  func turned() {}
}
