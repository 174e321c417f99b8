/// The results of past actions with the code of a reload. Each action is reduced from the state before it.
public struct ReplayPreview: Sendable, Equatable {
  public var generation: Int
  /// The number of compared actions.
  public var actions: Int
  /// The numbers of the actions that now make other changes or are refused, oldest first.
  public var differing: [Int]
  /// The number of actions that could not be compared: they are no longer in the history, or their reducer was stopped.
  public var unseen: Int

  public init(generation: Int, actions: Int, differing: [Int], unseen: Int = 0) {
    self.generation = generation
    self.actions = actions
    self.differing = differing
    self.unseen = unseen
  }
}
