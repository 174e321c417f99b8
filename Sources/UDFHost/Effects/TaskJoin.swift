/// A task waits for others: for all of them, or for the first to end.
final class TaskJoin {
  unowned let owner: EffectTask
  let ticket: Int
  let isRace: Bool
  private let tasks: [EffectTask]
  private var running: Int

  init(owner: EffectTask, ticket: Int, isRace: Bool, tasks: [EffectTask]) {
    self.owner = owner
    self.ticket = ticket
    self.isRace = isRace
    self.tasks = tasks
    running = tasks.count
    for task in tasks { task.join = self }
  }

  /// One has ended well; whether that is what was waited for.
  func ended(_ task: EffectTask) -> Bool {
    task.join = nil
    running -= 1
    return isRace || running == 0
  }

  /// Nobody waits any more; gives those that have not ended.
  func dissolve() -> [EffectTask] {
    let rest = tasks.filter { $0.join === self && !$0.hasEnded }
    for task in tasks where task.join === self { task.join = nil }
    return rest
  }
}
