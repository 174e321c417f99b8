import Platform
import UDF

/// One request and its response. The loop's thread writes the response, and the task that sent the request reads it.
///
/// The body is buffered up to a bounded size. If the buffer is full, the thread pauses the transfer until a task reads it.
final class Transfer: Sendable {
  private struct State: Sendable {
    var head: HTTPResponse?
    var body: [UInt8] = []
    /// Nil while the transfer runs.
    var end: Result<Void, HTTPFailure>?
    var isPaused = false
    var readers: [CheckedContinuation<Void, Never>] = []
  }

  enum Reception { case stored, bufferFull, over }

  let request: HTTPRequest
  let address: HTTPAddress
  /// The end of the total timeout; nil if there is none.
  let deadline: ContinuousClock.Instant?
  private let loop: TransferLoop
  private let state = Guarded(State())

  private static let bufferSize = 256 << 10

  init(
    _ request: HTTPRequest, at address: HTTPAddress, until deadline: ContinuousClock.Instant?, on loop: TransferLoop
  ) {
    self.request = request
    self.address = address
    self.deadline = deadline
    self.loop = loop
  }

  /// The proxy of the connection; nil for a direct connection.
  var proxy: String? { request.proxies?.proxy(for: address) }

  // MARK: called by the reading task

  /// Waits for status and headers. Returns them in a response without a body.
  func head() async throws(HTTPFailure) -> HTTPResponse {
    await wait { $0.head != nil }
    return try state.withLock { state throws(HTTPFailure) in
      if let head = state.head { return head }
      try state.end?.get()
      // Not reached: a transfer succeeds only after its head has arrived.
      throw .cancelled(request)
    }
  }

  /// Waits for bytes of the body and returns all that have arrived; nil at the end of the body.
  func chunk() async throws(HTTPFailure) -> [UInt8]? {
    while true {
      await wait { !$0.body.isEmpty }
      let (chunk, wasPaused) = try state.withLock { state throws(HTTPFailure) in
        if state.body.isEmpty { try state.end?.get() }
        let isAtEnd = state.body.isEmpty && state.end != nil
        defer { state.body = [] }
        return (isAtEnd ? nil : state.body, state.isPaused)
      }
      if wasPaused { loop.post(.resume(self)) }
      guard let chunk else { return nil }
      // The chunk is empty if another reader got the bytes first.
      if !chunk.isEmpty { return chunk }
    }
  }

  /// Reads and discards the rest of the body, so that the connection can be reused. Cancels the transfer if the body is large.
  func discard() async {
    var count = 0
    while count < 64 << 10, let chunk = try? await chunk() { count += chunk.count }
    cancel()
  }

  /// Cancels the transfer if it is running, without waiting for the loop's thread.
  func cancel() {
    if end(.failure(.cancelled(request)), keepingBody: false) { loop.post(.stop(self)) }
  }

  /// Waits until `condition` is true or the transfer is over.
  private func wait(until condition: @Sendable (State) -> Bool) async {
    await withTaskCancellationHandler {
      while !state.withLock({ $0.end != nil || condition($0) }) {
        await withCheckedContinuation { reader in
          let isReady = state.withLock { state in
            let isReady = state.end != nil || condition(state)
            if !isReady { state.readers.append(reader) }
            return isReady
          }
          if isReady { reader.resume() }
        }
      }
    } onCancel: {
      cancel()
    }
  }

  // MARK: called by the loop's thread

  var isOver: Bool { state.withLock { $0.end != nil } }

  var isPaused: Bool { state.withLock { $0.isPaused } }

  /// Clears the pause; the thread calls this before it resumes the transfer. A reader must not call it, because no byte can
  /// arrive before the thread has resumed the transfer.
  func unpause() { state.withLock { $0.isPaused = false } }

  func receive(head: HTTPResponse) { change { $0.head = head } }

  func receive(_ bytes: UnsafeRawBufferPointer) -> Reception {
    change { state in
      guard state.end == nil else { return .over }
      guard state.body.isEmpty || state.body.count + bytes.count <= Transfer.bufferSize else {
        state.isPaused = true
        return .bufferFull
      }
      state.body.append(contentsOf: bytes)
      return .stored
    }
  }

  /// Ends the transfer; returns false if it was already over. Readers still get the bytes that have arrived, before the failure.
  @discardableResult
  func end(_ result: Result<Void, HTTPFailure>, keepingBody: Bool = true) -> Bool {
    change { state in
      guard state.end == nil else { return false }
      state.end = result
      if !keepingBody { state.body = [] }
      return true
    }
  }

  /// Changes the state and wakes the readers, outside the lock.
  private func change<Outcome: Sendable>(_ body: (inout State) -> Outcome) -> Outcome {
    let (outcome, readers) = state.withLock { state in
      let outcome = body(&state)
      defer { state.readers = [] }
      return (outcome, state.readers)
    }
    for reader in readers { reader.resume() }
    return outcome
  }
}
