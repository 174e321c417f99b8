import Platform

/// Starts and cancels effects for one owner and is confined to it. The owner is a ``Store``, or a program with its own
/// rules about which effects end together.
///
/// Each `.run` becomes a job: a task that posts its actions to the owner's mailbox. The owner delivers only the actions
/// of running jobs, and calls ``finish(_:)`` when it takes the last message of a job. The cost of cancelling depends
/// only on the number of cancelled effects.
package final class EffectRunner<Action> {
  /// Called when an effect has ended. The argument is true if it was cancelled.
  package typealias Completion = (_ isCancelled: Bool) -> Void

  private struct Job {
    let task: Task<Void, Never>
    let scope: EffectScope?
    let then: Completion
  }

  private struct Window {
    let remaining: @Sendable () -> Duration
    /// The scope of the effect that starts at the end of the window.
    var waiting: EffectScope?
  }

  private let mailbox: Mailbox<Action>
  @exclusivity(unchecked) private var jobs: [Int: Job] = [:]
  private var lastJob = 0
  private var scopes = ObjectIndex<EffectID, EffectScope>()
  private var parts = PartTree()
  private var windows: [EffectID: Window] = [:]
  private let executor: (any TaskExecutor)?
  /// Called with an action that an effect sends immediately, and the effect's scope.
  package var send: (Action, EffectScope?) -> Void = { _, _ in }
  package var report: (Misuse) -> Void = { _ in }
  /// Called when an effect is cancelled by its id, with the owner's numbers of that effect and of the cancelling one.
  package var onCancel: (_ cancelled: Int, _ canceller: Int) -> Void = { _, _ in }

  /// - Parameter executor: runs the tasks of effects; nil: Swift's default executor.
  package init(mailbox: Mailbox<Action>, executor: (any TaskExecutor)? = nil) {
    self.mailbox = mailbox
    self.executor = executor
  }

  package var isIdle: Bool { jobs.isEmpty }

  /// The ids of running effects.
  var ids: some Collection<EffectID> { scopes.keys }

  /// Whether there are effects that end with a part of the state.
  var hasParts: Bool { !parts.isEmpty }

  /// The number of scopes that cancelling by id has visited.
  var visitedScopes: Int { scopes.visited }

  package func isRunning(_ job: Int) -> Bool { jobs[job] != nil }

  /// The outermost scope of a running job; nil if the job does not run or has no scope.
  func scope(of job: Int) -> EffectScope? { jobs[job]?.scope?.outermost }

  /// The owner's number of a running job; nil if the job does not run.
  package func owner(of job: Int) -> Int? { jobs[job].map { $0.scope?.owner ?? 0 } }

  /// Starts an effect, and calls `then` when it has ended completely, possibly before this returns.
  package func start(_ effect: Effect<Action>, in scope: EffectScope? = nil, then: @escaping Completion = { _ in }) {
    // A cancelled scope starts no further effects, but effects outside of it that wait for this one continue.
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
      start(effect, under: id, in: scope, then: then)
    case .throttled(let effect, let id, let latest, let window):
      throttle(effect, id, latest, window, in: scope, then: then)
    case .tied(let effect, let id, let presence):
      parts.insert(id, presence)
      start(effect, under: id, in: scope) { [unowned self] isCancelled in
        if scopes.isEmpty(id) { parts.remove(id) }
        then(isCancelled)
      }
    case .report(let misuse):
      report(misuse)
      then(false)
    }
  }

  /// Handles the end of a job's task.
  package func finish(_ job: Int) {
    guard let ended = remove(job) else { return }
    ended.then(false)
  }

  /// Cancels all effects of a scope.
  package func cancel(_ scope: EffectScope) { cancel([scope]) }

  package func cancelAll() {
    for job in jobs.values { job.task.cancel() }
    jobs = [:]
    scopes.removeAll()
    (parts, windows) = (PartTree(), [:])
  }

  /// Cancels the effects of parts that the state no longer has.
  func cancelAbsent<State>(in state: State) {
    for id in parts.absent(from: state) {
      parts.remove(id)
      cancel(id, for: nil)
    }
  }

  private func start(_ effect: Effect<Action>, under id: EffectID, in scope: EffectScope?, then: @escaping Completion) {
    let inner = EffectScope(parent: scope)
    scopes.insert(inner, for: id)
    start(effect, in: inner) { [unowned self] isCancelled in
      scopes.remove(inner, for: id)
      then(isCancelled)
    }
  }

  /// Starts an effect if its id has no open window. Otherwise only the latest effect waits for the end of the window.
  private func throttle(
    _ effect: Effect<Action>, _ id: EffectID, _ latest: Bool, _ window: ThrottleWindow, in scope: EffectScope?,
    then: @escaping Completion
  ) {
    windows = windows.filter { $0.value.remaining() > .zero }
    guard let open = windows[id] else {
      windows[id] = Window(remaining: window.open())
      return start(effect, under: id, in: scope, then: then)
    }
    guard latest else { return then(true) }
    if let waiting = open.waiting { cancel([waiting]) }
    let inner = EffectScope(parent: scope)
    windows[id]?.waiting = inner
    let remaining = open.remaining()
    start(.cancellable(.run { _ in try await window.sleep(remaining) }, id: id, cancelInFlight: false), in: inner) {
      [unowned self] in
      if $0 { return then(true) }
      windows[id] = Window(remaining: window.open())
      start(effect, under: id, in: scope, then: then)
    }
  }

  /// Starts all effects at once. The whole counts as cancelled if all of them were cancelled.
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

  /// Starts the effects one after the other. The whole counts as cancelled if the last one was cancelled.
  private func startNext(
    of effects: ArraySlice<Effect<Action>>, in scope: EffectScope?, isCancelled: Bool = false,
    then: @escaping Completion
  ) {
    var (rest, isCancelled) = (effects, isCancelled)
    // A loop instead of recursion, because many effects may end before their start returns.
    while let first = rest.popFirst() {
      var outcome: Bool?
      var isWaiting = false
      start(first, in: scope) { [unowned self, rest] in
        if isWaiting { startNext(of: rest, in: scope, isCancelled: $0, then: then) } else { outcome = $0 }
      }
      guard let outcome else {
        isWaiting = true
        return
      }
      isCancelled = outcome
    }
    then(isCancelled)
  }

  private func run(
    _ work: @escaping @Sendable (Send<Action>) async throws -> Void, in scope: EffectScope?, then: @escaping Completion
  ) {
    lastJob += 1
    let job = lastJob
    let mailbox = mailbox
    let task = Task(executorPreference: executor) {
      do {
        try await work(Send({ mailbox.post(.action($0, job: job)) }, emit: { mailbox.post(.note($0, job: job)) }))
      } catch is CancellationError {
      } catch {
        mailbox.post(.note(.failure(error), job: job))
      }
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
    // All jobs are removed before the next effect starts. A job that belongs to two of the scopes is removed once.
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
