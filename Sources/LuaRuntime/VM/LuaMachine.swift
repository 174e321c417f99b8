import LuaKernel

/// A sandboxed Lua 5.4 machine with budgets and state slices. Confined to its owner.
///
/// Nothing that a script does can crash the process or outlive its budget, and no Lua error crosses a Swift frame: every
/// call that can fail throws a ``LuaError``.
///
///     let machine = LuaMachine(memoryLimit: 64 << 20, timeBudget: 1)
///     let environment = machine.environment()
///     let function = try machine.load("return 6 * 7", name: "answer", in: environment)
///     try machine.call(function)    // [.integer(42)]
public final class LuaMachine {
  /// The kernel's own pointer, for what must be fast.
  public let pointer: OpaquePointer
  /// Called when a script calls a host function.
  public var onCall: (Int32, [Value]) -> HostAnswer = { _, _ in .values([]) }
  /// Where the native slices live; it outlives what runs here.
  public unowned var natives: (any NativeSource)?
  /// Whether ``allocated`` goes on counting; off, allocating costs nothing more.
  public var countsAllocations = false { didSet { lk_count_allocations(pointer, countsAllocations ? 1 : 0) } }
  /// The bytes that Lua has asked for while they were counted, given back since or not.
  public var allocated: UInt64 { lk_allocated(pointer) }
  /// Whether an observer asks for the changes of each action. They are listed then within the run of its reducer, which fails
  /// if the list cannot be made.
  public var listsChanges = false { didSet { lk_list_changes(pointer, listsChanges ? 1 : 0) } }
  let kernel = Kernel()
  /// What native slices answer is written here, so that not every answer takes new memory.
  var nativeAnswer = TapeWriter()
  /// A reference handed to the kernel must live until the kernel has used it.
  private var answered: LuaReference?

  /// - Parameters:
  ///   - memoryLimit: bytes that all scripts together may use; past it the running one is stopped. 0: none.
  ///   - timeBudget: seconds of a processor that one reducer or one stretch of a task may take. 0: none.
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
        LuaMachine.with(context) { $0.tellNative(slice, from, to) }
      })
    guard let pointer = lk_new(callbacks, lk_limits(memory: memoryLimit, seconds: timeBudget)) else {
      preconditionFailure("no memory for a Lua machine")
    }
    self.pointer = pointer
    kernel.pointer = pointer
    lk_set_context(pointer, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    kernel.pointer = nil
    lk_free(pointer)
  }

  /// The machine behind a callback: it runs the kernel that calls, so it need not be kept alive for it.
  private static func with<Result>(_ context: UnsafeMutableRawPointer?, _ body: (LuaMachine) -> Result) -> Result {
    Unmanaged<LuaMachine>.fromOpaque(context!)._withUnsafeGuaranteedRef(body)
  }

  /// Sends the actions of scripts to `body`, which is given `receiver` and the action's number; nonzero refuses it with what
  /// ``refuse(_:)`` was told. A C function, because every dispatch calls it.
  public func sendActions(
    to receiver: UnsafeMutableRawPointer, _ body: @escaping @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32
  ) {
    lk_set_receiver(pointer, body, receiver)
  }

  /// What is raised in the script whose action is refused.
  public func refuse(_ message: String) {
    lk_bytes.with(Array(message.utf8)) { lk_raise_with(pointer, $0) }
  }

  // MARK: called by the kernel

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

  /// The function that wraps a function so that ``callSite`` is known even where a script calls it last: `return f { … }`.
  public func framedFunction() -> LuaReference? { LuaReference(lk_framed_function(pointer), of: self) }

  /// A function for scripts that calls ``onCall`` with this number; with `display` its arguments need not be plain data.
  public func function(_ number: Int32, display: Bool = false) -> LuaReference? {
    LuaReference(lk_function(pointer, number, display ? 1 : 0), of: self)
  }

  /// A function for scripts that makes a task of the function it is given, calls ``onCall`` with this number and the task's
  /// number, and returns what that answers. The task begins when it is first resumed.
  public func spawner(_ number: Int32) -> LuaReference? { LuaReference(lk_spawner(pointer, number), of: self) }

  /// A function for scripts that sends the action with this id and full name, given its fields.
  public func sender(_ action: Int32, name: String) -> LuaReference? {
    LuaReference(lk_sender(pointer, action, name), of: self)
  }

  /// A function for scripts that sends `{ type = … }`. `names`, and the table `shared` for what is not among them, go from
  /// each type that may be sent to `{ id, full type }`. Given a function it calls `later` with it.
  public func dispatcher(_ names: Record = [:], shared: LuaReference, later: LuaReference? = nil) -> LuaReference? {
    LuaReference(lk_bytes.with(.map(names)) { lk_dispatcher(pointer, $0, shared.id, later?.id ?? 0) }, of: self)
  }

  /// `table[key] = value`.
  public func assign(_ value: LuaReference?, to key: String, of table: LuaReference) {
    _ = lk_assign(pointer, table.id, key, value?.id ?? 0)
  }

  /// What a value holds under a path of keys, nil if nothing.
  public func reference(_ path: [Value], in value: LuaReference) -> LuaReference? {
    LuaReference(lk_bytes.with(.list(path)) { lk_reference(pointer, value.id, $0) }, of: self)
  }

  /// Where a Lua function was written.
  public func definition(of function: LuaReference) -> (file: String, line: Int)? {
    var file = lk_bytes()
    let line = lk_defined(pointer, function.id, &file)
    return line > 0 ? (file.text, Int(line)) : nil
  }

  /// How many arguments a function can see; those after them it is given for nothing.
  public func parameters(of function: LuaReference) -> Int { Int(lk_parameters(pointer, function.id)) }

  /// A fresh environment for source text. `library` is a table with further names, which gets the sandbox's own functions
  /// as well; `fallback` is one that is asked for names that neither has.
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

  /// How many bytes of `source` the compiler read until it found the error, nil if it compiles.
  public func errorOffset(in source: [UInt8]) -> Int? {
    let offset = lk_bytes.with(source) { lk_error_offset(pointer, $0) }
    return offset < 0 ? nil : offset
  }

  /// Calls a function with `first`, if any, and then `arguments`; the results are read by ``results(display:)``.
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

  /// The last call's results as plain data; with `display` what is none is shown by a description instead of refused.
  public func results(display: Bool = false) throws(LuaError) -> [Value] {
    var bytes = lk_bytes()
    try check(lk_results(pointer, display ? 1 : 0, &bytes))
    guard case .list(let values) = bytes.value else { return [] }
    return values
  }

  /// The last call's results as a list, nil if it gave none; what it has in common with `former` is not read again.
  public func results(like former: KeptValue?) throws(LuaError) -> KeptValue? {
    var bytes = lk_bytes()
    try check(lk_results(pointer, 0, &bytes))
    var reader = TapeReader(bytes.buffer)
    if reader.enter(Tape.list) == 0 { return nil }
    return KeptValue(bytes.buffer, like: former)
  }

  /// One of the last call's results, counted from 1; nil if it is nil or was not given.
  public func result(_ position: Int) -> LuaReference? {
    LuaReference(lk_result_reference(pointer, Int32(position)), of: self)
  }

  public func check(_ status: lk_status) throws(LuaError) {
    if status != LK_OK { throw LuaError(status, of: pointer) }
  }

  /// Stops the code that runs; safe from any thread while the machine lives.
  public static func interrupt(_ pointer: OpaquePointer) { lk_interrupt(pointer) }
}
