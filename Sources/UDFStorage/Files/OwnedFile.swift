import Platform

/// A file that one owner uses at a time. Another owner, in this process or in another one, gets ``StorageFailure/Code/busy``.
///
/// A new file replaces the old one atomically. It is written as a draft, synced, and renamed to a "ready" name. Then the old file
/// is renamed, and the new one gets its name: immediately, or after a crash when the file is opened next.
package struct OwnedFile: Sendable {
  package let path: String
  private let name: String
  private let suffix: String
  private let companions: [String]
  private let folder: Descriptor
  private let lock: FileLock

  /// Locks the file `NAME.SUFFIX` and makes its folder if it is missing. The file itself may be missing.
  ///
  /// - Parameters:
  ///   - companions: the suffixes of the files that belong to this one, such as `-wal`.
  ///   - patience: seconds to wait for the current owner.
  ///   - otherProcess: seconds to wait if the current owner is another process; nil: ``patience``.
  package init(
    _ name: String, in folder: String, suffix: String, companions: [String] = [], patience: Double,
    otherProcess: Double? = nil
  ) throws(StorageFailure) {
    self.suffix = suffix
    self.companions = companions
    self.name = "\(name).\(suffix)"
    path = "\(folder)/\(self.name)"
    makeFolders(folder)
    guard let descriptor = Descriptor(folder, O_RDONLY | O_DIRECTORY) else { throw .system(path) }
    self.folder = descriptor
    lock = try FileLock(
      of: path, named: self.name, in: descriptor, patience: patience, otherProcess: otherProcess)
    for end in companions + [""] { try requireFile(self.name + end) }
    if exists(ready) { try install() }
  }

  /// Throws if a link, a pipe or a device has the name, because SQLite would follow the link or block.
  private func requireFile(_ name: String) throws(StorageFailure) {
    var status = stat()
    guard fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
    do throws(RegularFileFailure) { try RegularFile.check(status) } catch {
      throw .other("\(path.dropLast(self.name.count))\(name)", error.reason)
    }
  }

  /// The size of the file in bytes; nil if the file is missing.
  package var size: Int? {
    var status = stat()
    return fstatat(folder.number, name, &status, 0) == 0 ? Int(status.st_size) : nil
  }

  private var draft: String { "\(name).draft" }
  private var ready: String { "\(name).new" }

  /// Replaces the file by a new one, which `make` writes and syncs at the path that it receives. Returns the old file's new name.
  package func replace(_ make: (String) throws(StorageFailure) -> Void) throws(StorageFailure) -> String {
    for end in companions + [""] { unlinkat(folder.number, draft + end, 0) }
    // The draft is created first, so that its mode protects every byte. SQLite accepts an empty file as a new database.
    guard Descriptor(draft, O_RDWR | O_CREAT | O_EXCL, mode: 0o600, in: folder) != nil else { throw .system(path) }
    try make("\(path).draft")
    try rename(draft, ready)
    try sync()
    let aside = nextAside
    try install()
    return aside
  }

  /// Renames the file and its companions, so that a new file can have its name. Returns the file's new name.
  ///
  /// - Parameter end: the suffix of the new name.
  package func moveAside(to end: String) throws(StorageFailure) -> String {
    var aside = "\(name).\(end)"
    var number = 1
    while (companions + [""]).contains(where: { exists(aside + $0) }) {
      number += 1
      aside = "\(name).\(end)-\(number)"
    }
    // The file itself is renamed last. After a crash before that, the next owner finds the file and repeats the renaming.
    for companion in companions + [""] where exists(name + companion) {
      try rename(name + companion, aside + companion)
    }
    try sync()
    return aside
  }

  private func install() throws(StorageFailure) {
    let aside = nextAside
    // The file itself is renamed last, so that until then its number is unused and all companions get the same number.
    for end in companions + [""] where exists(name + end) { try rename(name + end, aside + end) }
    try rename(ready, name)
    try sync()
  }

  /// The first free name for the old file and its companions. After a crash, some companions may already have that name, and the
  /// others get the same one.
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

  /// Syncs the folder, so that the renamed files keep their names after a crash.
  private func sync() throws(StorageFailure) {
    guard folder.sync() else { throw .system(path) }
  }
}
