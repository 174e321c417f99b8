import Platform

/// The coders that find the names of cases, of one thread: no host waits for another one. A coder is used again, because making one
/// takes longer than to find a name.
final class CaseNames {
  // While a coder is used, it is not in the list: the coding of a field may ask for the name of another action.
  private var idle: [CaseName] = []

  /// Calls `body` with a coder that holds no name.
  @inline(__always) static func withCoder<Result>(_ body: (CaseName) throws -> Result) rethrows -> Result {
    let names = ofThread
    let coder = names.idle.popLast() ?? CaseName()
    defer {
      coder.reset()
      names.idle.append(coder)
    }
    return try body(coder)
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { (names: UnsafeMutableRawPointer?) in
      guard let names else { return }
      // The coders retain themselves through their containers.
      for coder in Unmanaged<CaseNames>.fromOpaque(names).takeRetainedValue().idle { coder.dropContainers() }
    }
    return key
  }()

  private static var ofThread: CaseNames {
    if let names = pthread_getspecific(key) { return Unmanaged.fromOpaque(names).takeUnretainedValue() }
    let names = CaseNames()
    pthread_setspecific(key, Unmanaged.passRetained(names).toOpaque())
    return names
  }
}
