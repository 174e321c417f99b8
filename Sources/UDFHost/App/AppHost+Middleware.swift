import LuaRuntime
import UDF

extension AppHost {
  /// A middleware in Lua: sees each action before and after its reducers, and may send others.
  func middleware(before: LuaReference?, after: LuaReference?) -> Middleware<SliceTree, HostAction> {
    Middleware(
      before: { [unowned self] tree, action in
        if let before { run(before, [self.action(action)]) }
      },
      after: { [unowned self] tree, action in
        guard let after, tree.last.status == .committed else { return }
        let changes = tree.history.changes(from: tree.last.start, to: tree.last.end).map { change -> Value in
          [
            "op": .string(change.operation.rawValue), "path": change.path.value, "old": change.old, "new": change.new,
          ]
        }
        run(after, [self.action(action), .list(changes)])
      })
  }

  private func action(_ action: HostAction) -> Value {
    TapeReader.value(of: action.content?.bytes ?? machine.action)
  }

  /// One that fails is reported and holds nothing up.
  private func run(_ function: LuaReference, _ arguments: [Value]) {
    do {
      try machine.run(function, arguments, phase: .middleware, budget: configuration.timeBudget)
    } catch {
      emit(.error(HostError(error, subject: "middleware", notes: ["The action went on without it."]), action: nil))
    }
  }
}
