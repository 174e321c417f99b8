import LuaRuntime

/// What a flow listens to, as its file describes it.
package struct HandlerDefinition {
  /// As written: `articles.articleSelected`.
  package let event: String
  /// The flow whose `on` it is in, as errors name it.
  let flow: String
  /// Whether it is the end of a child flow.
  let isFinish: Bool
  package let place: ScriptPosition?

  init(_ value: Value) {
    event = value["event"].text ?? ""
    flow = value["flow"].text ?? ""
    isFinish = value["finishes"] == true
    place = ScriptPosition(site: value["site"])
  }

  func problem(_ text: String) -> HostError { HostError(load: "\(flow): on[\"\(event)\"]: \(text)", at: place) }
}
