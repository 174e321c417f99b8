import LuaRuntime

extension AppHost {
  /// Runs a line or chunk of Lua that begins at `line` of `name`. Only ``HostHandle/interrupt()`` stops an endless
  /// loop, unless ``HostConfiguration/lineBudget`` is set.
  public func evaluate(_ source: String, name: String = "prompt", line: Int = 1) -> Evaluation {
    do throws(HostError) { try requireOwner() } catch { return .failed(error) }
    return prompt.evaluate(source, name: name, line: line)
  }

  /// Returns the keys of a chain of field accesses at the prompt, such as `it.rows` or `string`, for completion: at
  /// most 1000, none if the access fails. `it` does not change.
  package func promptKeys(of chain: String) -> [String] { isOnOwner() ? prompt.keys(of: chain) : [] }

  /// Returns a feature's view state. It is computed again only if a value that the view reads may have changed. Throws
  /// a ``HostError`` if there is no such view or it fails.
  public func view(of feature: String) throws(HostError) -> Value { try owned().derivations.view(of: feature) }

  /// Returns the view states of all features that have a view, by name. Throws a ``HostError`` if one fails.
  public func views() throws(HostError) -> Value { try owned().derivations.views() }

  /// Returns a computed value by its path; for the name of a feature, its computed values by name; for an empty text,
  /// those of all features. A value is computed only if an input has changed since the last time. Throws a
  /// ``HostError`` if there is no such value or it fails.
  ///
  ///     try host.computed("cart.total")   // .number(39.8)
  public func computed(_ path: String = "") throws(HostError) -> Value { try owned().derivations.computed(path) }
}
