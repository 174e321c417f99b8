import SeededTesting

/// Edits of the files. Each returns the files of the changed modules.
extension FireApp {
  /// One save, deletion or rename, or the second half of one.
  func edit(_ generator: inout SeededGenerator) throws -> [String] {
    if let pending {
      self.pending = nil
      return try pending()
    }
    stamp += 1
    let module = FireApp.all.randomElement(using: &generator) ?? "app"
    switch Int.random(in: 0..<12, using: &generator) {
    case 0, 1, 2, 3, 4: return try save(module, &generator)
    case 5 where module != "app":
      remove(file(module))
      return [file(module)]
    case 6, 7: return try list(&generator)
    case 8 where module != "app":
      let halves = rename(module).shuffled(using: &generator)
      if Bool.random(using: &generator) { return try halves.flatMap { try $0() } }
      pending = halves[1]
      return try halves[0]()
    default: return try saveGood(module)
    }
  }

  /// An edit that the watcher reports alone and once: of one existing file.
  func watchedEdit(_ generator: inout SeededGenerator) throws -> [String] {
    stamp += 1
    let module = FireApp.all.randomElement(using: &generator) ?? "app"
    switch Int.random(in: 0..<10, using: &generator) {
    case 0, 1, 2, 3: return try save(module, &generator)
    // The missing file is noticed at the next save of another file.
    case 4 where module != "app":
      remove(file(module))
      return []
    case 5: return try list(&generator)
    // While all else is well: where it is not, the old name is waited for too.
    case 6 where problem == nil && listed.contains(module):
      for half in rename(module) { _ = try half() }
      return ["app"]
    default: return try saveGood(module)
    }
  }

  /// Makes all files good.
  func repair() throws -> [String] {
    pending = nil
    stamp += 1
    listed = FireApp.features
    for file in disk.keys where file != "app" && !names.values.contains(file) { remove(file) }
    return try FireApp.all.flatMap(saveGood)
  }

  /// Makes one file good.
  func repair(_ module: String) throws -> [String] {
    stamp += 1
    return try saveGood(module)
  }

  private func saveGood(_ module: String) throws -> [String] {
    try put(sources[module], as: module, .good)
    return [file(module)]
  }

  /// A save that may have gone wrong.
  private func save(_ module: String, _ generator: inout SeededGenerator) throws -> [String] {
    let file = file(module)
    let good = sources[module]
    switch Int.random(in: 0..<5, using: &generator) {
    case 0:
      let lines = good.split(separator: "\n", omittingEmptySubsequences: false).count
      try put(good + "\n)", as: module, .broken(line: lines + 1))
    case 1: try put("\n\nerror('boom \(stamp)')\n" + good, as: module, .broken(line: 3))
    // As an editor saves: the new file is renamed over the old one.
    case 2:
      try put(good, as: module, in: file + "_new", .good)
      move(file + "_new", to: file)
    default:
      let cut = String(good.prefix(Int.random(in: 1..<good.count, using: &generator)))
      if cut == disk[file]?.text { return try saveGood(module) }
      try put(cut, as: module, verdict(onCut: cut))
    }
    return [file]
  }

  /// Another order of the features, without some of them; the scene reads the first.
  private func list(_ generator: inout SeededGenerator) throws -> [String] {
    let others = FireApp.features.dropFirst().shuffled(using: &generator)
    listed = (["one"] + others.dropLast(Int.random(in: 0...2, using: &generator))).shuffled(using: &generator)
    return try saveGood("app")
  }

  /// Renames the file, or gives it its old name back, and changes the files that require it.
  private func rename(_ module: String) -> [() throws -> [String]] {
    let old = file(module)
    let new = old == module ? module + "_b" : module
    names[module] = new
    let importers = module == "step" ? FireApp.features : ["app"]
    return [
      {
        self.move(old, to: new)
        return [old, new]
      },
      { try importers.flatMap(self.saveGood) },
    ]
  }
}
