import UDFServices

/// Where a test file stands, and what its tests begin with.
struct TestPlace {
  /// What `require` begins at, absolute.
  let folder: String
  /// The test file, relative to the folder.
  let file: String
  /// The app's file, relative to the folder, if there is one.
  let app: String?
  /// Seconds that one test may take.
  let budget: Double

  init(_ path: String, home: (folder: String, app: String?), budget: Double) {
    let folder = DiskFiles().realPath(home.folder) ?? home.folder
    func inside(_ path: String) -> String {
      let real = DiskFiles().realPath(path) ?? path
      return real.hasPrefix(folder + "/") ? String(real.dropFirst(folder.count + 1)) : real
    }
    self.folder = folder
    self.budget = budget
    file = inside(path)
    app = home.app.map(inside)
  }
}
