import LuaRuntime

/// A handler of a flow's screen event, as its file describes it.
package struct HandlerDefinition {
  /// The event as it is written: `articles.articleSelected`.
  package let event: String
  /// The flow that contains the handler, as errors name it.
  let flow: String
  /// Whether it handles the end of a child flow.
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
