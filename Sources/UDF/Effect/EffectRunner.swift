/// Does what effects describe, on behalf of one store and confined to the store's owner.
final class EffectRunner<Action> {
  private struct Run {
    let task: Task<Void, Never>
    let scope: EffectScope?
    let then: () -> Void
  }

  private let mailbox: Mailbox<Action>
  private var runs: [Int: Run] = [:]
  private var nextRun = 0
  private var scopes: [EffectID: [EffectScope]] = [:]
  var send: (Action) -> Void = { _ in }
  var report: (Misuse) -> Void = { _ in }

  init(mailbox: Mailbox<Action>) { self.mailbox = mailbox }

  var isIdle: Bool { runs.isEmpty }

  /// What runs, by the ids under which it does.
  var ids: some Collection<EffectID> { scopes.keys }

  func isRunning(_ run: Int) -> Bool { runs[run] != nil }

  func start(_ effect: Effect<Action>) { start(effect, in: nil) {} }

  /// The task of this run has ended by itself.
  func finish(_ run: Int) { runs.removeValue(forKey: run)?.then() }

  func cancelAll() {
    for run in runs.values { run.task.cancel() }
    runs = [:]
    scopes = [:]
  }

  private func start(_ effect: Effect<Action>, in scope: EffectScope?, then: @escaping () -> Void) {
    // A cancelled scope lets nothing start, but what waits outside of it goes on.
    guard scope?.isCancelled != true else { return then() }
    switch effect {
    case .none:
      then()
    case .send(let action):
      send(action)
      then()
    case .run(let work):
      run(work, in: scope, then: then)
    case .merge(let effects):
      var remaining = effects.count
      guard remaining > 0 else { return then() }
      for effect in effects {
        start(effect, in: scope) {
          remaining -= 1
          if remaining == 0 { then() }
        }
      }
    case .concatenate(let effects):
      startNext(of: effects[...], in: scope, then: then)
    case .cancel(let id):
      cancel(id)
      then()
    case .cancellable(let effect, let id, let cancelInFlight):
      if cancelInFlight { cancel(id) }
      let inner = EffectScope(parent: scope)
      scopes[id, default: []].append(inner)
      start(effect, in: inner) { [unowned self] in
        remove(inner, from: id)
        then()
      }
    case .report(let misuse):
      report(misuse)
      then()
    }
  }

  private func startNext(
    of effects: ArraySlice<Effect<Action>>, in scope: EffectScope?, then: @escaping () -> Void
  ) {
    guard let first = effects.first else { return then() }
    start(first, in: scope) { [unowned self] in
      startNext(of: effects.dropFirst(), in: scope, then: then)
    }
  }

  private func run(
    _ work: @escaping @Sendable (Send<Action>) async -> Void, in scope: EffectScope?,
    then: @escaping () -> Void
  ) {
    let run = nextRun
    nextRun += 1
    let mailbox = mailbox
    let task = Task {
      await work(Send({ mailbox.post(.action($0, run: run)) }, tell: { mailbox.post(.note($0, run: run)) }))
      mailbox.post(.finished(run: run))
    }
    runs[run] = Run(task: task, scope: scope, then: then)
  }

  private func cancel(_ id: EffectID) {
    for scope in scopes.removeValue(forKey: id) ?? [] { scope.cancel() }
    let ended = runs.filter { $0.value.scope?.isCancelled == true }.sorted { $0.key < $1.key }
    for (run, _) in ended { runs[run] = nil }
    for (_, run) in ended {
      run.task.cancel()
      run.then()
    }
  }

  private func remove(_ scope: EffectScope, from id: EffectID) {
    scopes[id]?.removeAll { $0 === scope }
    if scopes[id]?.isEmpty == true { scopes[id] = nil }
  }
}
