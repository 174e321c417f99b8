/// The kind of a task's current wait.
package enum TaskWait: Sendable, Equatable {
  /// Until this time of the clock.
  case time(Double)
  /// For the answer of a service; empty if the call's name is not known.
  case call(String)
  /// For coroutines that it has spawned.
  case tasks
  /// None: it is resumed in this turn or the next.
  case nothing
}

extension TaskRunner {
  /// The waits of each run's tasks, in the order in which the tasks were made.
  package var waits: [ObjectIdentifier: [TaskWait]] {
    let moments = timers.moments
    return tasks.values.sorted { $0.number < $1.number }.reduce(into: [:]) { waits, task in
      let wait: TaskWait =
        if task.call != nil {
          .call(task.callee.map { "\($0.service).\($0.method)" } ?? "")
        } else if task.joining != nil {
          .tasks
        } else {
          moments[task.ticket].map(TaskWait.time) ?? .nothing
        }
      waits[ObjectIdentifier(task.run), default: []].append(wait)
    }
  }
}
