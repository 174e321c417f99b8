import Platform
import UDF

/// One exchange of a request for an answer: written by the thread that runs it, read by the task that asked.
///
/// The body waits in a buffer of a bounded size. When it is full the thread pauses the transfer, and reading resumes
/// it.
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
  /// When the total timeout is over; nil if there is none.
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

  /// The proxy that it goes through; nil if it goes to the address directly.
  var proxy: String? { request.proxies?.proxy(for: address) }

  // MARK: the task that reads

  /// Waits for status and headers; the body of this answer is empty.
  func head() async throws(HTTPFailure) -> HTTPResponse {
    await wait { $0.head != nil }
    return try state.withLock { state throws(HTTPFailure) in
      if let head = state.head { return head }
      try state.end?.get()
      // A transfer ends well only after its head.
      throw .cancelled(request)
    }
  }

  /// Waits for more of the body and takes all that has come; nil at its end.
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
      // Empty if another reader was faster.
      if !chunk.isEmpty { return chunk }
    }
  }

  /// Reads and drops the rest of an unread body, so that the connection can be used again; gives up a large
  /// one.
  func discard() async {
    var count = 0
    while count < 64 << 10, let chunk = try? await chunk() { count += chunk.count }
    cancel()
  }

  /// Ends the transfer, if it runs, without waiting for the thread that runs it.
  func cancel() {
    if end(.failure(.cancelled(request)), keepingBody: false) { loop.post(.stop(self)) }
  }

  /// Waits until the transfer is over or what this reader needs has come.
  private func wait(_ hasCome: @Sendable (State) -> Bool) async {
    await withTaskCancellationHandler {
      while !state.withLock({ $0.end != nil || hasCome($0) }) {
        await withCheckedContinuation { reader in
          let isReady = state.withLock { state in
            let isReady = state.end != nil || hasCome(state)
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

  // MARK: the thread that runs it

  var isOver: Bool { state.withLock { $0.end != nil } }

  var isPaused: Bool { state.withLock { $0.isPaused } }

  /// Called before the thread resumes the transfer. A reader does not do this: until the thread has resumed the
  /// transfer, no byte can come.
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

  /// Ends the transfer; false if it was over. What has come of the body can be read all the same, before the failure.
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
