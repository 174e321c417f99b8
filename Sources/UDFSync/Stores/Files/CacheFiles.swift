import Platform

/// The files of one cache, for as long as one engine has them: who else asks is told so.
///
/// A new file takes its place whole or not at all. It is written as a draft, and once that is on the disk it is named ready;
/// from then on whatever is in its place goes aside, be it now or, after a crash, at the next opening.
struct CacheFiles {
  let path: String
  private let name: String
  private let suffix: String
  private let companions: [String]
  private let folder: Descriptor
  // Beside the file, because that is replaced by another.
  private let lock: Descriptor

  /// Takes the files of a collection, and makes its folder if it is not there; waits so many seconds for who has them.
  init(
    _ collection: SyncCollection, suffix: String, companions: [String], patience: Double
  ) throws(CacheFailure) {
    self.suffix = suffix
    self.companions = companions
    name = "\(collection.name).\(suffix)"
    path = "\(collection.folder)/\(name)"
    makeFolders(collection.folder)
    guard let folder = Descriptor(collection.folder, O_RDONLY | O_DIRECTORY),
      let lock = Descriptor("\(name).lock", O_RDWR | O_CREAT, mode: 0o600, in: folder)
    else { throw .system(path) }
    self.folder = folder
    self.lock = lock
    try waitForLock(patience)
    if exists(ready) { try install() }
  }

  /// Bytes of the file; nil if there is none.
  var size: Int? {
    var status = stat()
    return fstatat(folder.number, name, &status, 0) == 0 ? Int(status.st_size) : nil
  }

  private var draft: String { "\(name).draft" }
  private var ready: String { "\(name).new" }

  /// Puts a new file, which `make` is given the path for and leaves on the disk, in the place of this one; gives the name
  /// that this has now.
  func replace(_ make: (String) throws(CacheFailure) -> Void) throws(CacheFailure) -> String {
    for end in companions + [""] { unlinkat(folder.number, draft + end, 0) }
    try make("\(path).draft")
    fchmodat(folder.number, draft, 0o600, 0)
    try rename(draft, ready)
    try sync()
    let aside = nextAside
    try install()
    return aside
  }

  private func install() throws(CacheFailure) {
    let aside = nextAside
    // The file itself is the last to go, so that one name stays free for all of them until then.
    for end in companions + [""] where exists(name + end) { try rename(name + end, aside + end) }
    try rename(ready, name)
    try sync()
  }

  /// The first name that is free for a file in the way of a new one.
  private var nextAside: String {
    var number = 1
    while exists(aside(number)) { number += 1 }
    return aside(number)
  }

  private func aside(_ number: Int) -> String { "\(name.dropLast(suffix.count))damaged-\(number).\(suffix)" }

  private func exists(_ name: String) -> Bool { faccessat(folder.number, name, F_OK, 0) == 0 }

  private func rename(_ from: String, _ to: String) throws(CacheFailure) {
    guard renameat(folder.number, from, folder.number, to) == 0 else { throw .system(path) }
  }

  /// Sees that the names in the folder last.
  private func sync() throws(CacheFailure) {
    guard folder.sync() else { throw .system(path) }
  }

  private func waitForLock(_ patience: Double) throws(CacheFailure) {
    var left = patience
    while flock(lock.number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw .system(path) }
      guard left > 0 else { throw .busy(path) }
      usleep(20_000)
      left -= 0.02
    }
  }
}
