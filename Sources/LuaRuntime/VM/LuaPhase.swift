import LuaKernel

/// The kind of code that runs. Reducers, views and event maps may only compute, not call impure functions.
public enum LuaPhase: UInt32, Sendable {
  case load
  case prompt
  case effect
  case reducer
  case view
  case event
  case middleware

  var kernel: lk_phase { lk_phase(rawValue: rawValue) }
}
