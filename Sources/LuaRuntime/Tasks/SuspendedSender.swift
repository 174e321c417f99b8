/// The wait of a task for the outcome of an action that it has sent; see ``TaskRunner/suspendSender()``.
package struct SuspendedSender: Sendable {
  let task: LuaMachine.TaskID
  let ticket: Int
}
