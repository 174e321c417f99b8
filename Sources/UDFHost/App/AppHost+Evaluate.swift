import LuaRuntime

extension AppHost {
  /// Runs a line or chunk of Lua that begins at `line` of `name`; only ``HostHandle/interrupt()`` ends one that loops.
  public func evaluate(_ source: String, name: String = "prompt", line: Int = 1) -> Evaluation {
    do throws(HostError) { try requireOwner() } catch { return .failed(error) }
    return prompt.evaluate(source, name: name, line: line)
  }

  /// A feature's view state, made anew only if something that the view reads may have changed. Throws a ``HostError`` if there
  /// is no such view or it fails.
  public func view(of feature: String) throws(HostError) -> Value { try owned().derivations.view(of: feature) }

  /// The view states of all features that have one, by name. Throws a ``HostError`` if one fails.
  public func views() throws(HostError) -> Value { try owned().derivations.views() }

  /// A computed value; those of a feature by name for its name, and those of all for an empty text. Computed only if an input
  /// has changed since the last time. Throws a ``HostError`` if there is none of the name or it fails.
  ///
  ///     try host.computed("cart.total")   // .number(39.8)
  public func computed(_ path: String = "") throws(HostError) -> Value { try owned().derivations.computed(path) }
}
