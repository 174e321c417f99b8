import LuaRuntime
import UDFHost

extension Prelude {
  /// Runs a part of the prelude that only tools need, after the declarations for tools. Returns its result.
  func adding(tool source: [UInt8]) throws(LuaError) -> LuaReference? {
    _ = try adding(PackageResources.declarations_lua)
    return try adding(source)
  }
}
