import Platform

/// The files on disk.
///
/// It opens each path component separately, from the granted root on, and never follows a link. So a link that is created
/// after the check with ``realPath(_:)`` gives no access to other files.
public struct DiskFiles: FileStore {
  public init() {}

  public func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  public func open(_ place: FilePlace) throws(FileProblem) -> any OpenFile {
    let (folder, name) = try folder(of: place)
    do throws(RegularFileFailure) { return DiskFile(file: try RegularFile(name, in: folder)) } catch {
      throw FileProblem(error)
    }
  }

  public func write(_ bytes: [UInt8], to place: FilePlace) throws(FileProblem) {
    let (folder, name) = try folder(of: place, creating: true)
    var mode: mode_t?
    do throws(FileProblem) { mode = try requireFile(name, in: folder) } catch .notFound {}
    let draft = ".udfhost-\(UInt64.random(in: 0 ... .max))"
    guard let file = Descriptor(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, in: folder) else {
      throw .system("cannot be written")
    }
    if let mode { fchmod(file.number, mode) }
    guard file.put(bytes), file.sync(), renameat(folder.number, draft, folder.number, name) == 0, folder.sync() else {
      let problem = FileProblem.system("cannot be written")
      unlinkat(folder.number, draft, 0)
      throw problem
    }
  }

  public func append(_ bytes: [UInt8], to place: FilePlace) throws(FileProblem) {
    let (folder, name) = try folder(of: place, creating: true)
    do throws(FileProblem) { try requireFile(name, in: folder) } catch .notFound {}
    guard let file = Descriptor(name, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, in: folder), let status = file.status
    else { throw .system("cannot be written") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard file.put(bytes), file.sync() else {
      let problem = FileProblem.system("cannot be written")
      // Removes the partly written text, so that a later append does not continue it.
      ftruncate(file.number, status.st_size)
      throw problem
    }
  }

  public func names(in place: FilePlace, limit: Int) throws(FileProblem) -> [String] {
    let (parent, name) = try folder(of: place)
    guard let folder = Descriptor(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, in: parent) else {
      throw .system("cannot be listed")
    }
    // closedir also closes the stream's descriptor, so the stream gets a duplicate.
    guard let stream = fdopendir(fcntl(folder.number, F_DUPFD_CLOEXEC, 0)) else { throw .system("cannot be listed") }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name == "." || name == ".." { continue }
      guard names.count < limit else { throw .tooLarge("names", limit: limit) }
      let isFolder = status(of: name, in: folder).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
      names.append(isFolder ? name + "/" : name)
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  public func remove(_ place: FilePlace) throws(FileProblem) {
    let (folder, name) = try folder(of: place)
    try requireFile(name, in: folder)
    guard unlinkat(folder.number, name, 0) == 0 else { throw .system("cannot be removed") }
  }

  // MARK: path components

  /// Opens the folder of a file; returns it with the file's name.
  private func folder(of place: FilePlace, creating: Bool = false) throws(FileProblem) -> (Descriptor, String) {
    let slash = place.root.lastIndex(of: "/") ?? place.root.startIndex
    let start = place.steps.isEmpty ? String(place.root[...slash]) : place.root
    guard var folder = Descriptor(start, O_RDONLY | O_DIRECTORY) else { throw .system("cannot be opened") }
    for step in place.steps.dropLast() {
      if creating { mkdirat(folder.number, step, 0o777) }
      guard let next = Descriptor(step, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, in: folder) else {
        // Linux reports ENOTDIR for a link.
        if let status = status(of: step, in: folder), status.st_mode & S_IFMT == S_IFLNK { throw .link }
        throw .system("cannot be opened")
      }
      folder = next
    }
    let name = place.steps.last ?? String(place.root[slash...].dropFirst())
    return (folder, name.isEmpty ? "." : name)
  }

  /// Throws unless the name is that of a regular file; returns its permissions.
  @discardableResult
  private func requireFile(_ name: String, in folder: Descriptor) throws(FileProblem) -> mode_t {
    guard let status = status(of: name, in: folder) else { throw .system("cannot be opened") }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return status.st_mode & 0o7777
    case S_IFLNK: throw .link
    default: throw .notAFile
    }
  }

  private func status(of name: String, in folder: Descriptor) -> stat? {
    var status = stat()
    return fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }
}
