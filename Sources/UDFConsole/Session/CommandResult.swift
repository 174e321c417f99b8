import UDFHost

/// What a line had to say.
enum CommandResult {
  /// The values of an expression.
  case values([Value])
  /// Help, or anything else that is only text.
  case text(String)
  case features([FeatureInfo])
  case feature(FeatureInfo)
  case flow(FlowInfo)
  case screen([ScreenLine])
  case services([ServiceInfo])
  case service(ServiceInfo)
  case history([ActionRecord])
  /// Actions taken back, newest first.
  case undone([ActionRecord])
  /// Actions done again, oldest first.
  case redone([ActionRecord])
}
