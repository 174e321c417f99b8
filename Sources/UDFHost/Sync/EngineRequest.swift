/// The request of an action to the engine of a feature's rows.
enum EngineRequest {
  /// A pull, which changes no rows by itself.
  case pull
  /// A change of rows, which only another request reverts; `instead` is that request, as a line at the prompt.
  case change(instead: String)
}
