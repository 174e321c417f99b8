/// Starts what effects describe and cancels it, on behalf of one owner and confined to it: a ``Store``, or a program that has
/// rules of its own for what belongs together.
///
/// Each `.run` becomes a job: a task that posts what it sends to the owner's mailbox. The owner delivers only what running jobs
/// have posted, and calls ``finish(_:)`` when it takes the job's last message. Cancelling costs what is cancelled, however much
/// else runs.
package final class EffectRunner<Action> {
  /// Called when an effect has ended; true: because it was cancelled.
  package typealias Completion = (_ isCancelled: Bool) -> Void

  private struct Job {
    let task: Task<Void, Never>
    let scope: EffectScope?
    let then: Completion
  }

  private let mailbox: Mailbox<Action>
  private var jobs: [Int: Job] = [:]
  private var lastJob = 0
  private var scopes = ObjectIndex<EffectID, EffectScope>()
  /// Called with an action that an effect sends at once, and the effect's scope.
  package var send: (Action, EffectScope?) -> Void = { _, _ in }
  package var report: (Misuse) -> Void = { _ in }
  /// Called with the owners' numbers of an effect that is cancelled by its id and of the effect that cancels it.
  package var onCancel: (_ cancelled: Int, _ canceller: Int) -> Void = { _, _ in }

  package init(mailbox: Mailbox<Action>) { self.mailbox = mailbox }

  package var isIdle: Bool { jobs.isEmpty }

  /// The ids under which effects run.
  var ids: some Collection<EffectID> { scopes.keys }

  /// How many scopes cancelling by id has looked at so far.
  var visitedScopes: Int { scopes.visited }

  package func isRunning(_ job: Int) -> Bool { jobs[job] != nil }

  /// The owner's number of a running job; nil if the job does not run.
  package func owner(of job: Int) -> Int? { jobs[job].map { $0.scope?.owner ?? 0 } }

  /// Starts an effect and calls `then` once all of it has ended, which may be at once.
  package func start(
    _ effect: Effect<Action>, in scope: EffectScope? = nil, then: @escaping Completion = { _ in }
  ) {
    // A cancelled scope lets nothing start, but what waits outside of it goes on.
    guard scope?.isCancelled != true else { return then(true) }
    switch effect {
    case .none:
      then(false)
    case .send(let action):
      send(action, scope)
      then(false)
    case .run(let work):
      run(work, in: scope, then: then)
    case .merge(let effects):
      start(effects, in: scope, then: then)
    case .concatenate(let effects):
      startNext(of: effects[...], in: scope, then: then)
    case .cancel(let id):
      cancel(id, for: scope)
      then(false)
    case .cancellable(let effect, let id, let cancelInFlight):
      if cancelInFlight { cancel(id, for: scope) }
      let inner = EffectScope(parent: scope)
      scopes.insert(inner, for: id)
      start(effect, in: inner) { [unowned self] isCancelled in
        scopes.remove(inner, for: id)
        then(isCancelled)
      }
    case .report(let misuse):
      report(misuse)
      then(false)
    }
  }

  /// The task of this job has ended by itself.
  package func finish(_ job: Int) {
    guard let ended = remove(job) else { return }
    ended.then(false)
  }

  /// Cancels all that was started in a scope.
  package func cancel(_ scope: EffectScope) { cancel([scope]) }

  package func cancelAll() {
    for job in jobs.values { job.task.cancel() }
    jobs = [:]
    scopes.removeAll()
  }

  /// Starts all of them at once; the whole counts as cancelled if each of them was.
  private func start(_ effects: [Effect<Action>], in scope: EffectScope?, then: @escaping Completion) {
    var remaining = effects.count
    var isCancelled = true
    guard remaining > 0 else { return then(false) }
    for effect in effects {
      start(effect, in: scope) {
        remaining -= 1
        isCancelled = isCancelled && $0
        if remaining == 0 { then(isCancelled) }
      }
    }
  }

  /// Starts them one after the other; the whole counts as cancelled if the last of them was.
  private func startNext(
    of effects: ArraySlice<Effect<Action>>, in scope: EffectScope?, isCancelled: Bool = false,
    then: @escaping Completion
  ) {
    guard let first = effects.first else { return then(isCancelled) }
    start(first, in: scope) { [unowned self] in
      startNext(of: effects.dropFirst(), in: scope, isCancelled: $0, then: then)
    }
  }

  private func run(
    _ work: @escaping @Sendable (Send<Action>) async -> Void, in scope: EffectScope?, then: @escaping Completion
  ) {
    lastJob += 1
    let job = lastJob
    let mailbox = mailbox
    let task = Task {
      await work(Send({ mailbox.post(.action($0, job: job)) }, tell: { mailbox.post(.note($0, job: job)) }))
      mailbox.post(.finished(job: job))
    }
    jobs[job] = Job(task: task, scope: scope, then: then)
    scope?.insert(job)
  }

  private func cancel(_ id: EffectID, for canceller: EffectScope?) {
    let cancelled = scopes.removeAll(for: id)
    for scope in cancelled { onCancel(scope.owner, canceller?.owner ?? 0) }
    cancel(cancelled)
  }

  private func cancel(_ scopes: [EffectScope]) {
    let numbers = scopes.flatMap { $0.end() }.sorted()
    // All of them before one is followed by another effect. One that runs in two of the scopes is there once.
    let ended = numbers.compactMap(remove)
    for job in ended {
      job.task.cancel()
      job.then(true)
    }
  }

  private func remove(_ job: Int) -> Job? {
    guard let removed = jobs.removeValue(forKey: job) else { return nil }
    removed.scope?.remove(job)
    return removed
  }
}
