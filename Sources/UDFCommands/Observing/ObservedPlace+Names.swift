import UDFHost

extension ObservedPlace {
  /// Returns the names in the value at this place; none if the place is empty or its value fails.
  func names(in host: AppHost) -> [String] {
    if isInState { return host.keys(at: path.description) }
    guard case .map(let fields)? = try? host.value(at: path.description) else { return [] }
    return fields.map(\.key)
  }
}
