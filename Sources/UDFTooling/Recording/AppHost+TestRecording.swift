import Platform
import UDFHost
import UDFServices

extension AppHost {
  /// Makes a Lua test of all that is done from now on, written when ``endTest()`` is called or the host ends. Throws a
  /// ``HostError`` if one is being recorded already, a file of that name exists, or its folder does not.
  ///
  ///     try host.recordTest(to: "features/cart_test.lua")
  ///     try host.send("cart/add", ["sku": "A1"])
  ///     try host.endTest()
  public func recordTest(to path: String) throws(HostError) {
    try requireOwner()
    func refusal(_ text: String) -> HostError { HostError(code: "usage", message: text) }
    if let testRecorder = TestRecorder.running(in: self) {
      throw refusal("\(path): a test is being recorded to \(testRecorder.file.name) already; end it with :rec off")
    }
    guard path.hasSuffix("_test.lua") else {
      throw refusal("\(path): the name of a test file ends in _test.lua")
    }
    let file = UserFile(path)
    guard DiskFiles().realPath(file.place.path) == nil else {
      throw refusal("\(path): this file is there already; name another one")
    }
    guard Folder.exists(file.folder) else {
      throw refusal(
        """
        \(path): there is no folder \(file.folder)
          Nothing is being recorded.
          To fix this, make the folder, or name the file as seen from where you started
        """)
    }
    sessions.events.add(TestRecorder(sessions, file: file))
  }

  /// Writes the test that is being recorded and returns the name of its file, nil if nothing was done. Throws a ``HostError``
  /// if none is being recorded, or if it cannot be written or a file of that name exists by now: then recording goes on.
  @discardableResult
  public func endTest() throws(HostError) -> String? {
    try requireOwner()
    guard let recorder = TestRecorder.running(in: self) else {
      throw HostError(code: "usage", message: "no test is being recorded; :rec FILE begins one")
    }
    return try recorder.finish(
      orElse: "The test was not written; it goes on.\n  To fix this, put that right and end the test again")
  }
}
