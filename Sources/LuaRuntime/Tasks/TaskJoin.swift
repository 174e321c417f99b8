/// The wait of one task for others: for all of them, or for the first to end.
final class TaskJoin {
  unowned let owner: LuaTask
  let ticket: Int
  let isRace: Bool
  private let tasks: [LuaTask]
  private var running: Int

  init(owner: LuaTask, ticket: Int, isRace: Bool, tasks: [LuaTask]) {
    self.owner = owner
    self.ticket = ticket
    self.isRace = isRace
    self.tasks = tasks
    running = tasks.count
    for task in tasks { task.join = self }
  }

  /// Records that a task has ended without an error; returns whether the wait is over.
  func ended(_ task: LuaTask) -> Bool {
    task.join = nil
    running -= 1
    return isRace || running == 0
  }

  /// Ends the wait and returns the tasks that have not ended.
  func dissolve() -> [LuaTask] {
    let rest = tasks.filter { $0.join === self && !$0.hasEnded }
    for task in tasks where task.join === self { task.join = nil }
    return rest
  }
}
