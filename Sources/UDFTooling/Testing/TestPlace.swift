import UDFHost
import UDFServices

/// The location of a test file, and the environment of its tests.
struct TestPlace {
  /// The absolute folder that `require` starts from.
  let folder: String
  /// The test file, relative to the folder.
  let file: String
  /// The app's file, relative to the folder, if there is one.
  let app: String?
  let features: [any NativeFeature]
  /// The processor time in seconds that one test may use.
  let budget: Double
  let onStuck: (@Sendable (HostError) -> Void)?

  init(
    _ path: String, home: (folder: String, app: String?), features: [any NativeFeature], budget: Double,
    onStuck: (@Sendable (HostError) -> Void)?
  ) {
    let folder = DiskFiles().realPath(home.folder) ?? home.folder
    func inside(_ path: String) -> String {
      let real = DiskFiles().realPath(path) ?? path
      return real.hasPrefix(folder + "/") ? String(real.dropFirst(folder.count + 1)) : real
    }
    self.folder = folder
    self.features = features
    self.budget = budget
    self.onStuck = onStuck
    file = inside(path)
    app = home.app.map(inside)
  }
}
