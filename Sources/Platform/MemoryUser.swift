/// A part of an app host, such as its Lua VM, that counts its own memory for a ``MemoryAccount``. May be called on any thread.
package protocol MemoryUser: AnyObject, Sendable {
  /// The bytes that it uses, possibly slightly out of date.
  var used: Int { get }
  /// Sets the bytes that other parts use. It may use only the rest of the limit.
  func setReserved(_ bytes: Int)
}
