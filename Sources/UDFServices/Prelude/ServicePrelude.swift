/// The part of the prelude that makes services callable for scripts.
package enum ServicePrelude {
  /// Lua source. The host runs it after the parts that define its language.
  package static var source: [UInt8] { PackageResources.services_lua }
}
