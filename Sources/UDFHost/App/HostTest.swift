import LuaRuntime

/// A test that runs in a host: it answers what test files call.
package protocol HostTest: AnyObject {
  func call(_ function: Int32, _ arguments: [Value]) -> HostAnswer
}
