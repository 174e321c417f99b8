import UDF

/// A form whose controls assign to the state; one rule follows an assignment.
public struct Form: Equatable {
  public var text = ""
  public var steps = 10
  public var slider = 5.0
  public var isOn = false

  public init() {}
}

public enum FormAction: Equatable, Sendable {
  case set(Assignment<Form>)
  case resetTapped

  public static let set = Prism(FormAction.set) { if case .set(let it) = $0 { it } else { nil } }
}

public let form = Reducer<Form, FormAction>.combined(
  .assigning(FormAction.set),
  Reducer { state, action in
    switch action {
    // The slider goes no further than the number of steps.
    case .set(let assignment) where assignment.changes(\.steps): state.slider = min(state.slider, Double(state.steps))
    case .set: break
    case .resetTapped: (state.text, state.steps, state.slider, state.isOn) = ("", 10, 5, false)
    }
    return .none
  })
