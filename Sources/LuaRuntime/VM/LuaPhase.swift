import LuaKernel

/// What kind of code runs, which decides what it may do: reducers, views and event maps compute and nothing else.
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
