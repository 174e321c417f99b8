import Platform

/// A file that one owner uses at a time. Another owner, in this process or in another one, gets ``StorageFailure/Code/busy``.
///
/// A new file replaces the old one whole or not at all. It is written as a draft, synced, and renamed to a "ready" name. From
/// then on the file that it replaces is moved aside: now, or after a crash at the next opening.
package struct OwnedFile: Sendable {
  package let path: String
  private let name: String
  private let suffix: String
  private let companions: [String]
  private let folder: Descriptor
  // A file of its own, because the file itself is replaced by another one.
  private let lock: Descriptor

  /// Locks the file `NAME.SUFFIX` and makes its folder if it is missing. The file itself may be missing.
  ///
  /// - Parameters:
  ///   - companions: what the names of files that belong to this one have after its own name.
  ///   - patience: seconds to wait for the present owner.
  package init(
    _ name: String, in folder: String, suffix: String, companions: [String] = [], patience: Double
  ) throws(StorageFailure) {
    self.suffix = suffix
    self.companions = companions
    self.name = "\(name).\(suffix)"
    path = "\(folder)/\(self.name)"
    makeFolders(folder)
    guard let descriptor = Descriptor(folder, O_RDONLY | O_DIRECTORY),
      let lock = Descriptor("\(self.name).lock", O_RDWR | O_CREAT, mode: 0o600, in: descriptor)
    else { throw .system(path) }
    self.folder = descriptor
    self.lock = lock
    try waitForLock(patience)
    if exists(ready) { try install() }
  }

  /// Bytes of the file; nil if it is missing.
  package var size: Int? {
    var status = stat()
    return fstatat(folder.number, name, &status, 0) == 0 ? Int(status.st_size) : nil
  }

  private var draft: String { "\(name).draft" }
  private var ready: String { "\(name).new" }

  /// Replaces the file by a new one, which `make` writes and syncs at the path it is given. Returns the name that the old file
  /// has now.
  package func replace(_ make: (String) throws(StorageFailure) -> Void) throws(StorageFailure) -> String {
    for end in companions + [""] { unlinkat(folder.number, draft + end, 0) }
    // Created before the first write, so that its mode protects every byte. SQLite accepts an empty file as a new one.
    guard Descriptor(draft, O_RDWR | O_CREAT | O_EXCL, mode: 0o600, in: folder) != nil else { throw .system(path) }
    try make("\(path).draft")
    try rename(draft, ready)
    try sync()
    let aside = nextAside
    try install()
    return aside
  }

  private func install() throws(StorageFailure) {
    let aside = nextAside
    // The file itself is moved last, so that one number stays free for all of them until then.
    for end in companions + [""] where exists(name + end) { try rename(name + end, aside + end) }
    try rename(ready, name)
    try sync()
  }

  /// The first free name for the file that a new one replaces, and for its companions. After a crash, some companions have that
  /// name already, and the others are to get the same.
  private var nextAside: String {
    var number = 1
    while exists(aside(number)) || companions.contains(where: { exists(name + $0) && exists(aside(number) + $0) }) {
      number += 1
    }
    return aside(number)
  }

  private func aside(_ number: Int) -> String { "\(name.dropLast(suffix.count))damaged-\(number).\(suffix)" }

  private func exists(_ name: String) -> Bool { faccessat(folder.number, name, F_OK, 0) == 0 }

  private func rename(_ from: String, _ to: String) throws(StorageFailure) {
    guard renameat(folder.number, from, folder.number, to) == 0 else { throw .system(path) }
  }

  /// Syncs the names in the folder.
  private func sync() throws(StorageFailure) {
    guard folder.sync() else { throw .system(path) }
  }

  private func waitForLock(_ patience: Double) throws(StorageFailure) {
    var left = patience
    while flock(lock.number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw .system(path) }
      guard left > 0 else { throw .busy(path, by: owner) }
      usleep(20_000)
      left -= 0.02
    }
    // For the error of the next one.
    ftruncate(lock.number, 0)
    _ = lock.put(Array("\(getpid())".utf8))
  }

  /// Who holds the lock, for an error.
  private var owner: String {
    let process = lock.next(20).flatMap { pid_t(String(decoding: $0, as: UTF8.self)) }
    return switch process {
    case getpid(): "another owner in this process"
    case let process?: "process \(process)"
    case nil: "another process"
    }
  }
}
