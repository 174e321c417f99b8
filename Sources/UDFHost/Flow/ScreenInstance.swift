import LuaRuntime

/// A screen on the navigation path: one showing of a scene, with a lifetime of its own.
public struct ScreenInstance: Sendable, Equatable, Identifiable {
  /// Never that of another screen that is on the path at the same time.
  public let id: Int
  /// With the flows around it: `checkout/address`.
  public let route: String
  public let params: Record
  /// Whether it was presented over the others.
  public let isModal: Bool

  /// Reads an entry of `nav.path`.
  init(_ entry: Value) {
    id = entry["id"].integer ?? 0
    route = entry["route"].text ?? ""
    params = entry["params"].fields
    isModal = entry["modal"] == true
  }
}
