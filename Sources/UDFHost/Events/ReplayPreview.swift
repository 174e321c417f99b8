/// What the code that a reload has brought makes of past actions, each taken from the state that it found when it was sent.
public struct ReplayPreview: Sendable, Equatable {
  public var generation: Int
  /// How many actions were looked at.
  public var actions: Int
  /// The numbers of those that now make other changes, or are refused, oldest first.
  public var differing: [Int]
  /// How many could not be looked at: they are no longer in the history, or their reducer was stopped.
  public var unseen: Int

  public init(generation: Int, actions: Int, differing: [Int], unseen: Int = 0) {
    self.generation = generation
    self.actions = actions
    self.differing = differing
    self.unseen = unseen
  }
}
