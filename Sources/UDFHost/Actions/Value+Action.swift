import LuaRuntime

extension Value {
  /// The fields of an action, without its type.
  package var actionFields: Record {
    guard case .map(var fields) = self else { return [:] }
    fields["type"] = .none
    return fields
  }
}
