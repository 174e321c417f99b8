import LuaRuntime
import UDF

extension MiddlewareChain {
  /// Replaces secret fields by tokens, in each action before other middleware, and again in the actions it returns.
  var sealing: StoreMiddleware {
    .confined(
      intercepting: { [unowned self] _, action in
        let value = TapeReader.value(of: action.content?.bytes ?? machine.action)
        let sealed = sealed(value)
        return sealed == value ? .pass : replace(action, with: sealed["type"].text ?? "", sealed.actionFields)
      }, after: { _, _ in })
  }

  /// Returns an action with tokens for the fields that are declared secret.
  func sealed(_ action: Value) -> Value {
    guard case .map(let fields) = action, let id = action["type"].text.flatMap(tree.actions.number),
      let schema = tree.actions[id].schema, schema.hasSecrets
    else { return action }
    return .map(Record(fields.map { ($0.key, tree.secrets.sealed($0.value, as: schema[$0.key] ?? .any)) }))
  }
}
