import LuaKernel

extension LuaMachine {
  /// The node at a path of keys in the state; nil if there is none.
  public func node(_ path: [Value]) -> LuaReference? {
    LuaReference(lk_bytes.with(.list(path)) { lk_reference(pointer, lk_state(pointer), $0) }, of: self)
  }

  /// The version of a node. It differs after the node or anything inside it has changed.
  public func version(of node: LuaReference) -> UInt64 { lk_version_of(pointer, node.id) }

  /// Whether the version of any node was read. Before that, changes do not update versions.
  @inlinable public var countsVersions: Bool { lk_counts_versions(pointer) != 0 }

  /// The functions for memoisation, for the host's own scripts.
  public func memoLibrary() -> LuaReference? { LuaReference(lk_memo_library(pointer), of: self) }

  /// The value at a path of keys; `.none` if there is none.
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

  /// The changes between two journal positions, each relative to the state before it. `now` is the present position.
  /// Throws a ``LuaError`` if the list does not fit into the memory limit or ``interrupt(_:)`` stops it.
  public func changes(from: UInt64, to: UInt64, now: UInt64) throws(LuaError) -> [Value] {
    try withChanges(from: from, to: to, now: now) {
      var reader = TapeReader($0)
      return reader.value().items
    }
  }

  /// Calls `body` with the bytes of ``changes(from:to:now:)``: a list, or no bytes if `from` >= `to`. Throws too.
  package func withChanges<Result>(
    from: UInt64, to: UInt64, now: UInt64, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(LuaError) -> Result {
    var bytes = lk_bytes()
    guard from < to else { return body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    try check(lk_changes(pointer, from, to, now, &bytes))
    return body(bytes.buffer)
  }

  /// The changes between two positions without their values, each with the number of the ``site`` that wrote it. Throws
  /// the same errors as ``changes(from:to:now:)``.
  public func writes(from: UInt64, to: UInt64, now: UInt64) throws(LuaError) -> [Value] {
    guard from < to else { return [] }
    var bytes = lk_bytes()
    try check(lk_writes(pointer, from, to, now, &bytes))
    return bytes.value.items
  }

  /// The bytes of the action being sent.
  public var action: [UInt8] { [UInt8](lk_action(pointer).buffer) }
}

extension LuaError {
  /// The error of the last kernel call that failed.
  public static func last(of machine: LuaMachine) -> LuaError { LuaError(LK_RAISED, of: machine.pointer) }
}
