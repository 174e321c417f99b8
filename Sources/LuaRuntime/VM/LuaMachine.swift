import LuaKernel
import Platform

/// A sandboxed Lua 5.4 machine with budgets and state slices. Confined to its owner.
///
/// A script cannot crash the process or exceed its budget. No Lua error crosses a Swift frame: calls throw
/// ``LuaError``.
///
///     let machine = LuaMachine(memoryLimit: 64 << 20, timeBudget: 1)
///     let environment = machine.environment()
///     let function = try machine.load("return 6 * 7", name: "answer", in: environment)
///     try machine.call(function)    // [.integer(42)]
public final class LuaMachine {
  /// The kernel's pointer, for code that must be fast.
  public let pointer: OpaquePointer
  /// Called when a script calls a host function.
  @exclusivity(unchecked) public var onCall: (Int32, [Value]) -> HostAnswer = { _, _ in .values([]) }
  /// The data of the native slices. It must outlive the machine's runs.
  public unowned var natives: (any NativeSource)?
  /// Whether ``allocated`` is counted. While it is not, allocating costs nothing extra.
  public var countsAllocations = false { didSet { lk_count_allocations(pointer, countsAllocations ? 1 : 0) } }
  /// The bytes that Lua allocated while they were counted, whether freed since or not.
  public var allocated: UInt64 { lk_allocated(pointer) }
  /// Whether an observer needs each action's changes: a reducer whose changes cannot be listed then fails.
  public var listsChanges = false { didSet { lk_list_changes(pointer, listsChanges ? 1 : 0) } }
  /// The memory limit for the scripts and the data that the host holds for them.
  package let memory: MemoryAccount
  let kernel = Kernel()
  var stuckHandler: StuckHandler?
  /// The buffer for the answers of native slices, reused for each answer.
  var nativeAnswer = TapeWriter()
  /// Keeps the returned reference alive until the kernel has used it.
  private var answered: LuaReference?

  /// - Parameters: - memoryLimit: bytes for all scripts together and the data that the host holds for them. Above it
  ///   the running script is
  ///     stopped. 0: none.
  /// - timeBudget: seconds of processor time for one reducer, or for a task from one await to the next. 0: none.
  public init(memoryLimit: Int = 0, timeBudget: Double = 0) {
    let callbacks = lk_callbacks(
      context: nil, receiver: nil,
      send: { _, _ in 1 },
      call: { context, function in LuaMachine.with(context) { $0.call(function) } },
      native_read: { context, slice, handle, ask, key, position in
        LuaMachine.with(context) { $0.readNative(slice, handle, ask, key, position) }
      },
      native_travel: { context, slice, from, to in
        LuaMachine.with(context) { $0.natives?.travel(slice: slice, from: from, to: to) }
      },
      native_forget: { context, slice, position in
        LuaMachine.with(context) { $0.natives?.forget(slice: slice, before: position) }
      },
      native_truncate: { context, slice, position in
        LuaMachine.with(context) { $0.natives?.truncate(slice: slice, at: position) }
      },
      native_changes: { context, slice, from, to in
        LuaMachine.with(context) { $0.writeNativeChanges(slice, from, to) }
      })
    guard let pointer = lk_new(callbacks, lk_limits(memory: memoryLimit, seconds: timeBudget)) else {
      preconditionFailure("no memory for a Lua machine")
    }
    self.pointer = pointer
    memory = MemoryAccount(limit: memoryLimit)
    kernel.pointer = pointer
    memory.setUser(ScriptMemory(pointer))
    lk_set_context(pointer, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    memory.setUser(nil)
    kernel.pointer = nil
    lk_free(pointer)
  }

  /// Calls `body` with the machine of a callback's context. The machine runs the calling kernel, so it is alive.
  private static func with<Result>(_ context: UnsafeMutableRawPointer?, _ body: (LuaMachine) -> Result) -> Result {
    Unmanaged<LuaMachine>.fromOpaque(context!)._withUnsafeGuaranteedRef(body)
  }

  /// Sets the C function that receives the actions of scripts: it gets `receiver` and the action's number, and returns a
  /// ``SentAction``. A C function, because every dispatch calls it.
  public func sendActions(
    to receiver: UnsafeMutableRawPointer, _ body: @escaping @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32
  ) {
    lk_set_receiver(pointer, body, receiver)
  }

  /// Sets the error for the script whose action is refused: a text, or a table.
  public func refuse(_ error: Value) {
    lk_bytes.with(error) { lk_raise_with(pointer, $0) }
  }

  // MARK: called by the kernel

  /// The size in bytes of the arguments of the current host function.
  package var argumentBytes: Int { lk_arguments(pointer).count }

  private func call(_ function: Int32) -> lk_answer {
    guard case .list(let arguments) = lk_arguments(pointer).value else { return LK_RETURN }
    switch onCall(function, arguments) {
    case .values(let values):
      lk_bytes.with(.list(values)) { lk_answer_with(pointer, $0) }
      return LK_RETURN
    case .reference(let reference):
      answered = reference
      lk_answer_with_reference(pointer, reference.id)
      return LK_RETURN_REFERENCE
    case .failure(let value):
      lk_bytes.with(.list([value])) { lk_answer_with(pointer, $0) }
      return LK_RAISE
    case .suspend:
      return LK_SUSPEND
    }
  }

  // MARK: making values

  public func value(_ value: Value) -> LuaReference? {
    LuaReference(lk_bytes.with(value) { lk_value(pointer, $0) }, of: self)
  }

  public func table() -> LuaReference? { LuaReference(lk_new_table(pointer), of: self) }

  /// The function that marks a plain table as a list.
  public func listFunction() -> LuaReference? { LuaReference(lk_list_function(pointer), of: self) }

  /// The function that wraps a function so that ``callSite`` is known even for a tail call `return f { … }`.
  public func framedFunction() -> LuaReference? { LuaReference(lk_framed_function(pointer), of: self) }

  /// A function for scripts that calls ``onCall`` with this number. With `display` any arguments are allowed.
  public func function(_ number: Int32, display: Bool = false) -> LuaReference? {
    LuaReference(lk_function(pointer, number, display ? 1 : 0), of: self)
  }

  /// A function for scripts that makes a task of a function, calls ``onCall`` with this number and the task's number,
  /// and returns its results. The task starts when it is first resumed.
  public func spawner(_ number: Int32) -> LuaReference? { LuaReference(lk_spawner(pointer, number), of: self) }

  /// A function for scripts that sends the action with this id and full name; its argument is a table of fields.
  public func sender(_ action: Int32, name: String) -> LuaReference? {
    LuaReference(lk_sender(pointer, action, name), of: self)
  }

  /// A function for scripts that sends `{ type = … }`. `names` maps types to `{ id, full type }`; the table `shared`
  /// does so for types that `names` lacks. If the script passes a function, `later` is called with it.
  public func dispatcher(_ names: Record = [:], shared: LuaReference, later: LuaReference? = nil) -> LuaReference? {
    LuaReference(lk_bytes.with(.map(names)) { lk_dispatcher(pointer, $0, shared.id, later?.id ?? 0) }, of: self)
  }

  /// Sets `table[key] = value`.
  public func assign(_ value: LuaReference?, to key: String, of table: LuaReference) {
    _ = lk_assign(pointer, table.id, key, value?.id ?? 0)
  }

  /// The value under a path of keys in a value; nil if there is none.
  public func reference(_ path: [Value], in value: LuaReference) -> LuaReference? {
    LuaReference(lk_bytes.with(.list(path)) { lk_reference(pointer, value.id, $0) }, of: self)
  }

  /// The file and line where a Lua function was defined.
  public func definition(of function: LuaReference) -> (file: String, line: Int)? {
    var file = lk_bytes()
    let line = lk_defined(pointer, function.id, &file)
    return line > 0 ? (file.text, Int(line)) : nil
  }

  /// The bytecode of a Lua function without its names of variables and its line numbers: comments, blank lines and
  /// indentation do not change it. nil for another value, and if this Lua writes bytecode of another version.
  public func bytecode(of function: LuaReference) -> [UInt8]? {
    PositionlessBytecode(lk_bytecode(pointer, function.id).buffer)?.bytes
  }

  /// The number of arguments that a function can receive; it ignores further ones.
  public func parameters(of function: LuaReference) -> Int { Int(lk_parameters(pointer, function.id)) }

  /// A new environment for source text. `library` is a table of further names; the sandbox's functions are added to it.
  /// `fallback` is a table used for names that are in neither.
  public func environment(
    writable: Bool = false, library: LuaReference? = nil, fallback: LuaReference? = nil
  ) -> LuaReference? {
    LuaReference(
      lk_environment(pointer, writable ? 1 : 0, library?.id ?? 0, fallback?.id ?? 0), of: self)
  }

  // MARK: running

  /// Compiles source text; `name` is the file in its error messages.
  public func load(_ source: some Collection<UInt8>, name: String, in environment: LuaReference?) throws(LuaError)
    -> LuaReference
  {
    var function: Int32 = 0
    try check(
      lk_bytes.with(Array(source)) { lk_load(pointer, $0, name, environment?.id ?? 0, &function) })
    guard let reference = LuaReference(function, of: self) else { throw LuaError(LK_MEMORY, of: pointer) }
    return reference
  }

  /// The number of bytes of `source` that the compiler read up to the error; nil if it compiles.
  public func errorOffset(in source: [UInt8]) -> Int? {
    let offset = lk_bytes.with(source) { lk_error_offset(pointer, $0) }
    return offset < 0 ? nil : offset
  }

  /// Calls a function with `first`, if given, and then `arguments`. ``results(display:)`` returns its results.
  public func run(
    _ function: LuaReference, first: LuaReference? = nil, _ arguments: [Value] = [], phase: LuaPhase = .load,
    budget: Double = 0
  ) throws(LuaError) {
    try check(
      lk_bytes.with(.list(arguments)) {
        lk_call(pointer, function.id, first?.id ?? 0, $0, phase.kernel, budget)
      })
  }

  /// Calls a function and copies its results, which must be plain data.
  @discardableResult
  public func call(
    _ function: LuaReference, first: LuaReference? = nil, _ arguments: [Value] = [], phase: LuaPhase = .load,
    budget: Double = 0
  ) throws(LuaError) -> [Value] {
    try run(function, first: first, arguments, phase: phase, budget: budget)
    return try results()
  }

  /// The last call's results. One that is not plain data is an error, or is described in text with `display`.
  public func results(display: Bool = false) throws(LuaError) -> [Value] {
    var bytes = lk_bytes()
    try check(lk_results(pointer, display ? 1 : 0, &bytes))
    guard case .list(let values) = bytes.value else { return [] }
    return values
  }

  /// The last call's results as a list; nil if there are none. Parts that are equal in `former` are not decoded again.
  public func results(like former: KeptValue?) throws(LuaError) -> KeptValue? {
    var bytes = lk_bytes()
    try check(lk_results(pointer, 0, &bytes))
    var reader = TapeReader(bytes.buffer)
    if reader.enter(Tape.list) == 0 { return nil }
    return KeptValue(bytes.buffer, like: former)
  }

  /// One of the last call's results, counted from 1; nil if it is nil or absent.
  public func result(_ position: Int) -> LuaReference? {
    LuaReference(lk_result_reference(pointer, Int32(position)), of: self)
  }

  public func check(_ status: lk_status) throws(LuaError) {
    if status != LK_OK { throw LuaError(status, of: pointer) }
  }

  /// Stops the running code. Callable from any thread while the machine exists.
  public static func interrupt(_ pointer: OpaquePointer) { lk_interrupt(pointer) }
}
