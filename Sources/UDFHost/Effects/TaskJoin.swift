/// A task waits for others: for all of them, or for the first to end.
final class TaskJoin {
  let owner: EffectTask
  let ticket: Int
  let isRace: Bool
  private(set) var tasks: [EffectTask]

  init(owner: EffectTask, ticket: Int, isRace: Bool, tasks: [EffectTask]) {
    self.owner = owner
    self.ticket = ticket
    self.isRace = isRace
    self.tasks = tasks
    for task in tasks { task.join = self }
  }

  /// One has ended well; whether that is what was waited for.
  func ended(_ task: EffectTask) -> Bool {
    tasks.removeAll { $0 === task }
    return isRace || tasks.isEmpty
  }

  /// Nobody waits any more; gives those that have not ended.
  func dissolve() -> [EffectTask] {
    for task in tasks { task.join = nil }
    defer { tasks = [] }
    return tasks
  }
}
