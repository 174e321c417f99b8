import LuaKernel

extension LuaMachine {
  /// The number of a coroutine that the host started and that waits now.
  public typealias TaskID = UInt64

  /// The task that runs now, nil if none does.
  public var currentTask: TaskID? {
    let task = lk_current_task(pointer)
    return task == 0 ? nil : task
  }

  /// Whether the script that called the host function now may be suspended.
  public var canAwait: Bool { lk_can_await(pointer) != 0 }

  /// What kind of code runs now.
  @inlinable public var phase: LuaPhase { LuaPhase(rawValue: lk_current_phase(pointer).rawValue) ?? .load }

  /// How deep calls into this machine nest; 0: nothing runs.
  public var depth: Int { Int(lk_depth(pointer)) }

  /// Whether the code that runs now has to stop; a host function that takes long looks at it.
  public var isStopping: Bool { lk_stopping(pointer) != 0 }

  /// `file:line` of the script code that called the host, empty if there is none.
  public var callSite: String { lk_call_site(pointer).text }

  /// Starts a function as a coroutine, whose number is then `task`, also if it fails. True if it waits. It is given the context
  /// first, if there is one.
  public func start(
    _ function: LuaReference, context: LuaReference? = nil, argument: TaskArgument, task: inout TaskID
  ) throws(LuaError) -> Bool {
    let context = context?.id ?? 0
    let status =
      switch argument {
      case .none: lk_start(pointer, function.id, context, lk_bytes(), &task)
      case .action: lk_start(pointer, function.id, context, lk_action(pointer), &task)
      case .bytes(let bytes): lk_bytes.with(bytes) { lk_start(pointer, function.id, context, $0, &task) }
      }
    if status == LK_AWAIT { return true }
    try check(status)
    return false
  }

  /// Continues a task: its await returns the values. True if it waits again. One that was spawned begins.
  public func resume(_ task: TaskID, returning values: [Value]) throws(LuaError) -> Bool {
    try resume(task, ok: true, values)
  }

  /// Continues a task: its await raises the value. True if it waits again.
  public func resume(_ task: TaskID, raising value: Value) throws(LuaError) -> Bool {
    try resume(task, ok: false, [value])
  }

  /// Forgets a task that was spawned and has not begun.
  public func drop(_ task: TaskID) { lk_drop(pointer, task) }

  private func resume(_ task: TaskID, ok: Bool, _ values: [Value]) throws(LuaError) -> Bool {
    let status =
      values.isEmpty
      ? lk_resume(pointer, task, ok ? 1 : 0, lk_bytes())
      : lk_bytes.with(.list(values)) { lk_resume(pointer, task, ok ? 1 : 0, $0) }
    if status == LK_AWAIT { return true }
    try check(status)
    return false
  }
}
