import UDFServices

extension AppHost {
  /// Makes a Lua test of all that is done from now on, written when ``endTest()`` is called or the host ends. Throws a
  /// ``HostError`` if one is being recorded already, a file of that name is there, or the folder for it is not.
  ///
  ///     try host.recordTest(to: "features/cart_test.lua")
  ///     try host.send("cart/add", ["sku": "A1"])
  ///     try host.endTest()
  public func recordTest(to path: String) throws(HostError) {
    func refusal(_ text: String) -> HostError { HostError(code: "usage", message: text) }
    if let testRecorder {
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
    let recorder = TestRecorder(self, file: file)
    testRecorder = recorder
    add(recorder)
  }

  /// Writes the test that is being recorded and gives the name of its file, nil if nothing was done. Throws a ``HostError`` if
  /// none is, or if it cannot be written or a file of that name has come since: then it goes on.
  @discardableResult
  public func endTest() throws(HostError) -> String? {
    try endTest(
      orElse: "The test was not written; it goes on.\n  To fix this, put that right and end the test again")
  }

  /// - Parameter consequence: what becomes of a test that cannot be written.
  func endTest(orElse consequence: String) throws(HostError) -> String? {
    guard let recorder = testRecorder else {
      throw HostError(code: "usage", message: "no test is being recorded; :rec FILE begins one")
    }
    recorder.end(in: self)
    if !recorder.isEmpty {
      // Somebody may have written a test of their own meanwhile.
      guard DiskFiles().realPath(recorder.file.place.path) == nil else {
        throw HostError(
          code: "usage",
          message: "\(recorder.file.name): this file is there by now, so it is not overwritten\n  \(consequence)")
      }
      do throws(FileProblem) { try DiskFiles().write(Array(recorder.text.utf8), to: recorder.file.place) } catch {
        throw recorder.file.error(error, consequence)
      }
    }
    testRecorder = nil
    remove(recorder)
    return recorder.isEmpty ? nil : recorder.file.name
  }
}
