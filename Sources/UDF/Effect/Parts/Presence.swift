/// The path from a state to a part of it. An effect that belongs to the part ends when the state no longer has it.
///
/// A hand-written composition may leave a path that begins in another state. Such a path is ignored.
public struct Presence: Sendable {
  struct Step: @unchecked Sendable {
    let from: PartStep
    /// Unchecked, because keys are only compared on the owner of a store.
    let key: AnyHashable
  }

  let steps: [Step]

  private init(steps: [Step]) { self.steps = steps }

  init(_ step: PartStep, at key: AnyHashable) { steps = [Step(from: step, key: key)] }

  /// The path through a member that always exists.
  @usableFromInline init(_ step: PartStep) { self.init(step, at: PartStep.always) }

  /// Returns the path from the whole, given the path from the whole to the state in which this one begins.
  func within(_ outer: Presence?) -> Presence { outer.map { Presence(steps: $0.steps + steps) } ?? self }
}
