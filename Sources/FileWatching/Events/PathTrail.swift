import Platform

/// The directory entries, including links, that determine which file a path refers to.
///
/// For `/app/current/a.lua` with `current -> v1`: `app` in `/`, `current` in `/app`, `v1` in `/app`, `a.lua`
/// in `/app/v1`. A change of any of them may change the file.
enum PathTrail {
  struct Step: Equatable {
    enum Kind { case entry, link, missing, file }
    var directory: String
    var name: String
    var kind: Kind
  }

  /// - Parameter enter: called before each entry is read, so that a watch that it sets sees every later change.
  @discardableResult
  static func follow(
    _ path: String, enter: (_ directory: String, _ name: String, _ isLast: Bool) -> Void = { _, _, _ in }
  ) -> [Step] {
    var steps: [Step] = []
    var directory = ""
    var pending = components(path)
    var links = 0
    while let name = pending.popLast() {
      if name == ".." {
        directory = String(directory[..<(directory.lastIndex(of: "/") ?? directory.startIndex)])
        continue
      }
      let place = directory.isEmpty ? "/" : directory
      enter(place, name, pending.isEmpty)
      let entry = directory + "/" + name
      switch look(at: entry) {
      case .link(let target):
        steps.append(Step(directory: place, name: name, kind: .link))
        links += 1
        // The kernel's limit for links in one path.
        guard links <= 40 else { return steps }
        if target.hasPrefix("/") { directory = "" }
        pending += components(target)
      case .missing:
        steps.append(Step(directory: place, name: name, kind: .missing))
        return steps
      case .other:
        steps.append(Step(directory: place, name: name, kind: pending.isEmpty ? .file : .entry))
        directory = entry
      }
    }
    return steps
  }

  /// The components of a path, the last one first.
  private static func components(_ path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.reversed().map(String.init)
  }

  private enum Entry {
    case link(String)
    case missing
    case other
  }

  private static func look(at path: String) -> Entry {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return .missing }
      let count = readlink(path, start, buffer.count)
      // readlink fails with EINVAL if the entry is not a link.
      guard count >= 0 else { return errno == EINVAL ? .other : .missing }
      return .link(String(decoding: UnsafeRawBufferPointer(buffer)[..<count], as: UTF8.self))
    }
  }
}
