import LuaRuntime

/// The coroutines that effects are: starts them, and wakes those that sleep.
final class TaskRunner {
  private struct Sleeper {
    var due: Double
    /// Of two that are due at one time the older goes first.
    var order: Int
    var task: LuaMachine.TaskID
  }

  private struct Running {
    var action: Int
    var type: String
  }

  private let machine: LuaMachine
  private let clock: any HostClock
  private var sleepers: [Sleeper] = []
  private var order = 0
  private var running: [LuaMachine.TaskID: Running] = [:]
  /// Called when an effect has raised: the error, the number and the type of the action that started it.
  var onFailure: (LuaError, Int, String) -> Void = { _, _, _ in }
  /// Called when a task has ended.
  var onEnd: (LuaMachine.TaskID) -> Void = { _ in }

  init(machine: LuaMachine, clock: any HostClock) {
    self.machine = machine
    self.clock = clock
  }

  var isIdle: Bool { running.isEmpty }
  var nextDue: Double? { sleepers.first.map { $0.due - clock.now } }

  /// Runs an effect up to its first await.
  func start(_ effect: ActionType.Effect, action: Value, n: Int, type: String) {
    var task: LuaMachine.TaskID = 0
    do {
      if try machine.start(effect.runner, first: effect.reference, [action], task: &task) {
        running[task] = Running(action: n, type: type)
        return
      }
    } catch {
      onFailure(error, n, type)
    }
    onEnd(task)
  }

  /// Puts the task that runs now to sleep; what the host function answers.
  func sleep(_ arguments: [Value]) -> HostAnswer {
    let seconds: Double
    switch arguments.first {
    case .integer(let number): seconds = Double(number)
    case .number(let number) where number.isFinite: seconds = number
    default:
      return .failure(.string("cx.sleep takes seconds, got \((arguments.first ?? .none).shown)"))
    }
    guard machine.canAwait, let task = machine.currentTask else {
      return .failure("cannot await here: only an effect may wait, and not inside a callback of sort or gsub")
    }
    order += 1
    let sleeper = Sleeper(due: clock.now + max(0, seconds), order: order, task: task)
    let place = sleepers.firstIndex { $0.due > sleeper.due } ?? sleepers.count
    sleepers.insert(sleeper, at: place)
    return .suspend
  }

  /// Wakes every task that is due; false if none was.
  func wakeDue() -> Bool {
    guard let first = sleepers.first, first.due <= clock.now else { return false }
    let now = clock.now
    // Those that fall asleep again meanwhile have their turn next time, so that none can hold the others up.
    let due = sleepers.prefix { $0.due <= now }
    sleepers.removeFirst(due.count)
    for sleeper in due { resume(sleeper.task) }
    return true
  }

  private func resume(_ task: LuaMachine.TaskID) {
    guard let owner = running[task] else { return }
    do {
      if try machine.resume(task, returning: []) { return }
    } catch {
      onFailure(error, owner.action, owner.type)
    }
    running[task] = nil
    onEnd(task)
  }

  /// Lets every task see "cancelled" at its await and end.
  func cancelAll() {
    sleepers = []
    for task in running.keys.sorted() {
      // One that awaits again is not asked twice.
      _ = try? machine.resume(task, raising: "cancelled")
      running[task] = nil
      onEnd(task)
    }
    sleepers = []
  }
}
