import LuaKernel

extension LuaMachine {
  /// The node that stands at a path of keys into the state, nil if none does.
  public func node(_ path: [Value]) -> LuaReference? {
    LuaReference(lk_bytes.with(.list(path)) { lk_reference(pointer, lk_state(pointer), $0) }, of: self)
  }

  /// The version of a node: another one once it, or anything inside it, has changed.
  public func version(of node: LuaReference) -> UInt64 { lk_version_of(pointer, node.id) }

  /// Whether the version of any node was read: only then do changes give nodes other versions.
  @inlinable public var countsVersions: Bool { lk_counts_versions(pointer) != 0 }

  /// The functions for scripts of the host that remember what was computed.
  public func memoLibrary() -> LuaReference? { LuaReference(lk_memo_library(pointer), of: self) }

  /// What stands at a path of keys, `.none` if nothing does.
  public func read(_ path: Value) throws(LuaError) -> Value {
    var bytes = lk_bytes()
    try check(lk_bytes.with(path) { lk_read(pointer, $0, &bytes) })
    return bytes.value
  }

  /// The keys of the container at a path, in order.
  public func keys(_ path: Value) -> [Value] {
    var bytes = lk_bytes()
    guard lk_bytes.with(path, { lk_keys(pointer, $0, &bytes) }) == LK_OK, case .list(let keys) = bytes.value
    else { return [] }
    return keys
  }

  /// The changes between two positions of the journal, each in the state it was made in; `now` is where the journal stands.
  /// Throws a ``LuaError`` if the list does not fit into the memory limit, or ``interrupt(_:)`` stops it.
  public func changes(from: UInt64, to: UInt64, now: UInt64) throws(LuaError) -> [Value] {
    try withChanges(from: from, to: to, now: now) {
      var reader = TapeReader($0)
      return reader.value().items
    }
  }

  /// Calls `body` with ``changes(from:to:now:)`` in byte form: a list, or no bytes at all if nothing was changed. Throws as that
  /// does.
  package func withChanges<Result>(
    from: UInt64, to: UInt64, now: UInt64, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(LuaError) -> Result {
    var bytes = lk_bytes()
    guard from < to else { return body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    try check(lk_changes(pointer, from, to, now, &bytes))
    return body(bytes.buffer)
  }

  /// The changes between two positions without their values, but each with the number of the ``site`` that wrote. Throws as
  /// ``changes(from:to:now:)`` does.
  public func writes(from: UInt64, to: UInt64, now: UInt64) throws(LuaError) -> [Value] {
    guard from < to else { return [] }
    var bytes = lk_bytes()
    try check(lk_writes(pointer, from, to, now, &bytes))
    return bytes.value.items
  }

  /// The action that is being sent right now, in byte form.
  public var action: [UInt8] { [UInt8](lk_action(pointer).buffer) }
}

extension LuaError {
  /// The error of the kernel call that failed last.
  public static func last(of machine: LuaMachine) -> LuaError { LuaError(LK_RAISED, of: machine.pointer) }
}
