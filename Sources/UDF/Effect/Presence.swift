/// Checks whether a state still has the part that an effect belongs to.
///
/// An effect does not know the type of the state, so the check takes a pointer to it. A check for another type always
/// passes; a hand-written composition may leave such a check.
public struct Presence: Sendable {
  private let state: any Any.Type
  private let check: @Sendable (UnsafeRawPointer) -> Bool

  init<State>(_ isPresent: @escaping @Sendable (State) -> Bool) {
    state = State.self
    check = { isPresent($0.assumingMemoryBound(to: State.self).pointee) }
  }

  func holds<State>(in state: UnsafePointer<State>) -> Bool { self.state != State.self || check(state) }

  /// Returns the check for a whole that contains this state as an optional part.
  func lifted<Whole, State>(_ part: @escaping @Sendable (Whole) -> State?) -> Presence {
    Presence { (whole: Whole) in
      guard let part = part(whole) else { return false }
      return withUnsafePointer(to: part) { holds(in: $0) }
    }
  }
}
