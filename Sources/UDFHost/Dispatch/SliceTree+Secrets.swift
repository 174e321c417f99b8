import LuaRuntime
import UDFServices

extension SliceTree {
  /// Returns a state from outside, with the secret texts replaced by tokens.
  func sealed(_ state: Value, of feature: FeatureDefinition) -> Value {
    guard case .map(var fields) = state else { return state }
    for key in feature.secrets { fields[key] = secrets.sealed(fields[key]) }
    return .map(fields)
  }
}
