extension Scope {
  /// Returns a binding of a member of the state for a control. Assigning to it sends an action.
  public func binding<Value: Equatable & Sendable>(
    _ member: WritableKeyPath<State, Value>, _ action: Prism<Action, Assignment<State>>
  ) -> StateBinding<Value> {
    StateBinding(read: { state[keyPath: member] }, write: { send(action.embed(Assignment(member, $0))) })
  }
}

/// A value of a store that a control displays and changes; see ``Scope/binding(_:_:)``. Confined to the store's owner.
///
///     let name = form.binding(\.name, FormAction.set)
///     name.value = "Ada"   // sends .set(.init(\.name, "Ada"))
///
///     // In SwiftUI:
///     TextField("Name", text: Binding(get: { name.value }, set: { name.value = $0 }))
public struct StateBinding<Value> {
  let read: () -> Value
  let write: (Value) -> Void

  /// The present value. Setting it sends an action.
  public var value: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }
}
