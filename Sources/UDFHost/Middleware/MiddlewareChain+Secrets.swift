import LuaRuntime
import UDF
import UDFServices

extension MiddlewareChain {
  /// Replaces secret fields by tokens, in each action before other middleware, and again in the actions it returns.
  func sealing(_ secrets: SecretStore) -> StoreMiddleware {
    .confined(
      intercepting: { [unowned self] _, action in
        let bytes = action.content?.bytes ?? machine.action
        guard let type = TapeReader.value(of: bytes)["type"].text, let id = tree.actions.number(of: type),
          let schema = tree.actions[id].schema, schema.hasSecrets
        else { return .pass }
        let action = action
        let fields = TapeReader.value(of: bytes).actionFields
        let sealed = Record(fields.map { ($0.key, secrets.sealed($0.value, as: schema[$0.key] ?? .any)) })
        return sealed == fields ? .pass : replace(action, with: type, sealed)
      }, after: { _, _ in })
  }
}
