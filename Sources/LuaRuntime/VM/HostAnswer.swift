/// The result of a host function for the calling script.
public enum HostAnswer {
  case values([Value])
  /// One value that is not plain data.
  case reference(LuaReference)
  /// Raised in the script: a string gets the script's position in front, a table is raised as it is.
  case failure(Value)
  /// The script's task waits until it is resumed.
  case suspend
}
