import UDF

/// An action that a store has reduced, with the states before and after.
struct ReducedAction<State, Action> {
  let action: Action
  let before: State
  let after: State

  var name: String { Misuse.name(of: action) }
}
