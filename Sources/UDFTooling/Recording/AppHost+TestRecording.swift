import Platform
import UDFHost
import UDFServices

extension AppHost {
  /// Records all following actions as a Lua test, which is written when ``endTest()`` is called or the host ends.
  /// Throws a `HostError` if a test is already being recorded, a file with that name exists, or its folder does not
  /// exist.
  ///
  ///     try host.recordTest(to: "features/cart_test.lua")
  ///     try host.send("cart/add", ["sku": "A1"])
  ///     try host.endTest()
  public func recordTest(to path: String) throws(HostError) {
    try requireOwner()
    func refusal(_ text: String) -> HostError { HostError(usage: text) }
    if let testRecorder = TestRecorder.running(in: self) {
      throw refusal("\(path): a test is being recorded to \(testRecorder.file.name) already; end it with :rec off")
    }
    guard path.hasSuffix("_test.lua") else {
      throw refusal("\(path): the name of a test file ends in _test.lua")
    }
    let file = UserFile(path)
    guard DiskFiles().realPath(file.place.path) == nil else {
      throw refusal("\(path): this file exists already; name another one")
    }
    guard Folder.exists(file.folder) else {
      throw refusal(
        """
        \(path): there is no folder \(file.folder)
          Nothing is being recorded.
          To fix this, make the folder, or give the file's path from the working folder
        """)
    }
    sessions.events.add(TestRecorder(sessions, file: file))
  }

  /// The app's folder if a test file at this path is outside of it: there `udfhost test` does not find the app.
  package func appFolder(missedBy path: String) -> String? {
    let files = DiskFiles()
    guard let home = files.realPath(loader.folder), let folder = files.realPath(UserFile(path).folder) else {
      return nil
    }
    return "\(folder)/".hasPrefix("\(home)/") ? nil : home
  }

  /// Writes the recorded test and returns the name of its file; nil if there were no actions. Throws a `HostError` if
  /// no test is being recorded, or if the file cannot be written or exists meanwhile. In the latter cases the recording
  /// continues.
  @discardableResult
  public func endTest() throws(HostError) -> String? {
    try requireOwner()
    guard let recorder = TestRecorder.running(in: self) else {
      throw HostError(usage: "no test is being recorded; :rec FILE begins one")
    }
    return try recorder.finish(
      orElse:
        "The test was not written; the recording continues.\n  To fix this, solve the problem and end the recording again"
    )
  }
}
