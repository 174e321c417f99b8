import LuaRuntime

/// A part of the host that answers functions which scripts call.
package protocol HostFunctionProvider: AnyObject {
  /// The part's functions. They may retain the part: a host removes them when it is released.
  var functions: [HostFunction: HostFunctions.Body] { get }
}
