import LuaRuntime

/// A screen on the navigation path: a scene with its params.
public struct ScreenInstance: Sendable, Equatable, Identifiable {
  /// Unique among the screens on the path.
  public let id: Int
  /// The name with those of the enclosing flows: `checkout/address`.
  public let route: String
  public let params: Record
  /// Whether it was presented as a modal screen.
  public let isModal: Bool

  /// Reads an entry of `nav.path`.
  init(_ entry: Value) {
    id = entry["id"].integer ?? 0
    route = entry["route"].text ?? ""
    params = entry["params"].fields
    isModal = entry["modal"] == true
  }
}
