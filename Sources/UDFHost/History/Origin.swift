/// Where an action came from.
public enum Origin: String, Sendable, BitwiseCopyable, CaseIterable {
  case prompt, event, effect, sync, native
}
