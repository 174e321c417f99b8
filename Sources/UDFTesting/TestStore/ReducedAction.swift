import UDF

/// One action that a store has reduced.
struct ReducedAction<State, Action> {
  let action: Action
  let before: State
  let after: State

  var name: String { Misuse.name(of: action) }
}
