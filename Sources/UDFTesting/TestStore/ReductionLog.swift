import UDF

/// Keeps the reduced actions of a store until the test has received them, with their places in the test.
final class ReductionLog<State, Action> {
  var place: TestPlace
  private var before: State?
  private var reduced = [ReducedAction<State, Action>]()

  init(place: TestPlace) { self.place = place }

  var isEmpty: Bool { reduced.isEmpty }

  func popFirst() -> ReducedAction<State, Action>? { reduced.isEmpty ? nil : reduced.removeFirst() }

  var middleware: Middleware<State, Action> {
    .confined(
      before: { [unowned self] state, _ in before = state },
      after: { [unowned self] state, action in
        reduced.append(ReducedAction(action: action, before: before ?? state, after: state))
      })
  }
}
