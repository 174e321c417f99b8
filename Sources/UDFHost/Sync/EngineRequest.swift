/// What an action has asked of the engine that keeps a feature's rows.
enum EngineRequest {
  /// To look for news, which changes nothing by itself.
  case pull
  /// A change of rows, which only another request takes back: what to send for that, as a line at the prompt.
  case change(instead: String)
}
