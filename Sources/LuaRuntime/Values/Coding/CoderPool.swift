import Platform

/// Coders that are used again, because making one takes longer than to code an action. Each thread has its own: no host waits for
/// another one.
struct CoderPool<Coder: ReusableCoder> {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    let code = pthread_key_create(&key) { idle in
      // The argument is optional on Linux, but not on macOS.
      let idle: UnsafeMutableRawPointer? = idle
      if let idle { Unmanaged<IdleCoder>.fromOpaque(idle).takeRetainedValue().coder?.dropContainers() }
    }
    precondition(code == 0, "the process has no thread-specific key left")
    self.key = key
  }

  /// Calls `body` with a coder that is not in use.
  @inline(__always) func withCoder<Result, Failure: Error>(
    _ body: (Coder) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let idle = ofThread
    let coder = idle.coder.map { unsafeDowncast($0, to: Coder.self) } ?? Coder()
    // The coding of a field may code another action.
    idle.coder = nil
    defer { idle.keep(coder) }
    return try body(coder)
  }

  private var ofThread: IdleCoder {
    if let idle = pthread_getspecific(key) { return Unmanaged.fromOpaque(idle).takeUnretainedValue() }
    let idle = IdleCoder()
    pthread_setspecific(key, Unmanaged.passRetained(idle).toOpaque())
    return idle
  }
}

/// A coder of a ``CoderPool``.
protocol ReusableCoder: AnyObject {
  init()
  /// Forgets what was coded.
  func reset()
  /// Releases the kept containers, which retain the coder.
  func dropContainers()
}

private final class IdleCoder {
  var coder: (any ReusableCoder)?

  func keep(_ used: some ReusableCoder) {
    used.reset()
    if coder == nil { coder = used } else { used.dropContainers() }
  }
}
