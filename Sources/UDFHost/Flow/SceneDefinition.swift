import LuaRuntime

/// A scene as its file describes it.
package struct SceneDefinition {
  package let name: String
  /// The paths of the state that it reads.
  package let model: [String]
  /// The scenes that it may render.
  package let renders: [String]
  /// The feature's event for each of its own events, such as `articles.select`; nil: a function returns the event.
  package let events: [String: String?]
  package let hasScreen: Bool
  package let place: ScriptPosition?

  init(_ value: Value) {
    name = value["name"].text ?? ""
    model = value["model"].texts
    renders = value["renders"].texts
    hasScreen = value["screen"] == true
    place = ScriptPosition(site: value["site"])
    var events: [String: String?] = [:]
    for (name, target) in value["events"].fields { events[name] = .some(target.text) }
    self.events = events
  }

  func problem(_ text: String) -> HostError { HostError(load: "scene \(name): \(text)", at: place) }
}
