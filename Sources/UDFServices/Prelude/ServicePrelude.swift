/// The part of the Lua prelude that lets scripts call services.
package enum ServicePrelude {
  /// Lua source. The host runs it after the parts that define its language.
  package static var source: [UInt8] { PackageResources.services_lua }
}
