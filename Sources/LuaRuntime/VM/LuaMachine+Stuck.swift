import LuaKernel

extension LuaMachine {
  /// Calls `body`, on a thread of the machine, if a script does not stop: its thread has used `seconds` of processor
  /// time since it was asked to stop, in a function of Lua that does not check for stops. Time in host functions does
  /// not count. `body` gets the script's position, `file:line`, or an empty text; it must not use the machine.
  public func watchStuck(after seconds: Double, _ body: @escaping @Sendable (_ place: String) -> Void) {
    let handler = StuckHandler(body)
    stuckHandler = handler
    lk_watch_stuck(
      pointer, seconds,
      { context, place in
        guard let context else { return }
        let text = String(decoding: UnsafeBufferPointer(start: place.data, count: place.count), as: UTF8.self)
        Unmanaged<StuckHandler>.fromOpaque(context).takeUnretainedValue().body(text)
      }, Unmanaged.passUnretained(handler).toOpaque())
  }
}

/// The context of the kernel's callback.
final class StuckHandler: Sendable {
  let body: @Sendable (String) -> Void

  init(_ body: @escaping @Sendable (String) -> Void) { self.body = body }
}
