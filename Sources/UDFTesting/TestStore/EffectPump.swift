import Platform

/// Runs the effects of one test store in a fixed order, on the actor of the test, when the test requests it.
///
/// So a test knows when its effects cannot continue, without waiting for a fixed time. Calls of effects to actors with
/// other executors, such as the main actor, run there as usual. What such a call resumes runs at the latest when the
/// test suspends.
///
/// Unchecked, because the store that it delivers to is used only on the actor of the test.
final class EffectPump: TaskExecutor, @unchecked Sendable {
  private struct Contents {
    var jobs: [UnownedJob] = []
    var isRunning = false
    var started = 0
  }

  private let contents = Guarded(Contents())
  private let turn = Guarded(())
  private let owner: (any Actor)?
  private let ring: @Sendable () -> Void
  /// Reduces the actions that effects have sent.
  var deliver: () -> Void = {}

  /// - Parameter ring: called on any thread when there is something to run.
  init(_ owner: (any Actor)?, ring: @escaping @Sendable () -> Void) { (self.owner, self.ring) = (owner, ring) }

  /// The number of parts of effects that have run.
  var started: Int { contents.withLock { $0.started } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = contents.withLock { contents in
      contents.jobs.append(job)
      return contents.jobs.count == 1 && !contents.isRunning
    }
    ring()
    if isFirst { Task { [owner] in await run(on: owner) } }
  }

  private func run(on owner: isolated (any Actor)?) { run() }

  /// Runs the effects until each of them has ended or waits.
  func run() {
    // A store without an actor may be used while a task runs what another actor has resumed.
    turn.withLock { _ in
      while let ready = next() {
        for job in ready { job.runSynchronously(on: asUnownedTaskExecutor()) }
      }
    }
  }

  /// Removes the jobs that are ready; nil if there are none.
  private func next() -> [UnownedJob]? {
    contents.withLock { contents in
      let ready = contents.jobs
      contents.jobs = []
      contents.started += ready.count
      contents.isRunning = !ready.isEmpty
      return ready.isEmpty ? nil : ready
    }
  }

  /// Runs the effects, reduces their actions, runs the new effects, and repeats this until nothing is left to do.
  func runAll(isolation: isolated (any Actor)? = #isolation) async {
    if let owner, owner !== isolation { await deliverAll(on: owner) } else { deliverAll() }
  }

  private func deliverAll(on owner: isolated any Actor) { deliverAll() }

  private func deliverAll() {
    repeat {
      run()
      deliver()
    } while contents.withLock { !$0.jobs.isEmpty }
  }
}
