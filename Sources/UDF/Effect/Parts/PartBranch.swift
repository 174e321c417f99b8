/// The parts with effects to which one step leads.
class PartBranch {
  subscript(key: AnyHashable) -> PartNode? {
    get { fatalError("for the subclass") }
    set { fatalError("for the subclass") }
  }

  var isEmpty: Bool { fatalError("for the subclass") }

  /// Appends the ids of the parts that the state does not have, and of the parts in them.
  func collectAbsent<State>(in whole: State, _ absent: inout [EffectID]) { fatalError("for the subclass") }

  /// Appends the ids of all parts, and of the parts in them.
  func collectAll(_ all: inout [EffectID]) { fatalError("for the subclass") }
}
