import LuaKernel

extension LuaMachine {
  /// The number of a coroutine that the host started.
  public typealias TaskID = UInt64

  /// The running task; nil if none runs.
  public var currentTask: TaskID? {
    let task = lk_current_task(pointer)
    return task == 0 ? nil : task
  }

  /// Whether the script that called the current host function, or that sent the current action, may be suspended.
  public var canAwait: Bool { lk_can_await(pointer) != 0 }

  /// The kind of code that runs.
  @inlinable public var phase: LuaPhase { LuaPhase(rawValue: lk_current_phase(pointer).rawValue) ?? .load }

  /// The number of nested calls into this machine; 0: nothing runs.
  public var depth: Int { Int(lk_depth(pointer)) }

  /// Whether the running code must stop. A host function that takes long should check this.
  public var isStopping: Bool { lk_stopping(pointer) != 0 }

  /// Runs `body`, whose work must not be left half done. A stop of the running code, for example by Ctrl-C, takes effect
  /// after it. Functions of scripts that `body` calls have their own budgets.
  public func shielded<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let former = lk_shield(pointer)
    defer { lk_unshield(pointer, former) }
    return try body()
  }

  /// `file:line` of the script code that called the host; empty if there is none.
  public var callSite: String { lk_call_site(pointer).text }

  /// Starts a function as a coroutine and sets `task` to its number, even if it fails. Returns true if the coroutine
  /// waits. The function's arguments are the context, if given, and `argument`.
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

  /// Resumes a task: its await returns the values. A spawned task starts. Returns true if the task waits again.
  public func resume(_ task: TaskID, returning values: [Value]) throws(LuaError) -> Bool {
    try resume(task, ok: true, values)
  }

  /// Resumes a task: its await raises the value. Returns true if the task waits again.
  public func resume(_ task: TaskID, raising value: Value) throws(LuaError) -> Bool {
    try resume(task, ok: false, [value])
  }

  /// Releases a spawned task that has not started.
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
