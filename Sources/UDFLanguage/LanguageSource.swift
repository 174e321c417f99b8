/// The part of the host that is written in Lua: the module `udf` and the code that runs features. It is a separate
/// target, so that a change of it does not compile the host again.
package enum LanguageSource {
  /// The files that run before those of the services.
  package static var base: [[UInt8]] {
    [PackageResources.declarations_lua, PackageResources.udf_lua, PackageResources.policies_lua]
  }

  /// The files that run after those of the services.
  package static var rest: [[UInt8]] {
    [
      PackageResources.sync_lua, PackageResources.usecase_lua, PackageResources.derived_lua, PackageResources.keyed_lua,
      PackageResources.flow_lua, PackageResources.guards_lua, PackageResources.nav_lua, PackageResources.scene_lua,
      PackageResources.effects_lua, PackageResources.runtime_lua,
    ]
  }
}
