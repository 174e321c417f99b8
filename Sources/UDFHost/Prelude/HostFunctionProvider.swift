import LuaRuntime

/// A part of the host that implements functions for scripts.
package protocol HostFunctionProvider: AnyObject {
  /// The part's functions. They may retain the part: a host removes them when it is released.
  var functions: [HostFunction: HostFunctions.Body] { get }
}
