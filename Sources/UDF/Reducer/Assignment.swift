/// An action that assigns a value to one member of a state, such as that of a text field or a switch.
///
///     enum FormAction: Equatable {
///       case set(Assignment<FormState>)
///       case submit
///
///       static let set = Prism(FormAction.set) { if case .set(let it) = $0 { it } else { nil } }
///     }
///
///     let store = Store(FormState(), reducer: Reducer.assigning(FormAction.set))
///     store.send(.set(.init(\.name, "Ada")))
///
/// A reducer after ``Reducer/assigning(_:)`` can react to a certain member, and reads its new value in the state:
///
///     case .set(let assignment) where assignment.changes(\.name): state.isNameValid = !state.name.isEmpty
///
/// Unchecked, because the value and the key path are `Sendable`.
public struct Assignment<State>: Equatable, CustomStringConvertible, @unchecked Sendable {
  private let member: PartialKeyPath<State>
  private let value: Any
  private let isEqual: (Any) -> Bool
  let assign: (inout State) -> Void

  /// Makes an assignment of a value to a member.
  public init<Value: Equatable & Sendable>(_ member: WritableKeyPath<State, Value>, _ value: Value) {
    self.member = member
    self.value = value
    isEqual = { $0 as? Value == value }
    assign = { $0[keyPath: member] = value }
  }

  /// Whether it assigns to this member.
  public func changes(_ member: PartialKeyPath<State>) -> Bool { self.member == member }

  public static func == (left: Assignment, right: Assignment) -> Bool {
    left.member == right.member && left.isEqual(right.value)
  }

  public var description: String { "\(member) = \(String(reflecting: value))" }
}

extension Reducer {
  /// Returns a reducer that performs each assignment.
  ///
  ///     let form = Reducer<FormState, FormAction>.combined(.assigning(FormAction.set), rules)
  public static func assigning(_ assignment: Prism<Action, Assignment<State>>) -> Reducer {
    Reducer { state, action in
      assignment.extract(action)?.assign(&state)
      return .none
    }
  }
}
