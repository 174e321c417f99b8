/// An action that went through the store, before anybody asked what it did.
struct Dispatched {
  var n = 0
  var action = HostAction(id: -1, origin: .native, payload: .current)
  /// The action in byte form, nil while it is the one that a script sends right now.
  var bytes: [UInt8]?
  /// The journal before and after.
  var start: UInt64 = 0
  var end: UInt64 = 0
  var status = Status.committed
  var error: HostError?
  var duration = 0.0
}
