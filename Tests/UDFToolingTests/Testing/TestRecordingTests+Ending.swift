import HostTesting
import Platform
import Testing
import UDF
import UDFServices

@testable import UDFHost
@testable import UDFTooling

// The states that a test begins with, and the end of a recording.
extension TestRecordingTests {
  @Test("begins with the present state, and again if something other than an action changes it")
  func parts() throws {
    try app.run("users.load{}")
    app.pass(0.25)
    let (text, failure) = try recorded {
      try app.run("users.drop{ at = 1 }")
      _ = try app.host.undo()
      try app.run("users.drop{ at = 2 }")
      try app.run("users.load{}")
    }
    #expect(failure == "", "\(text)")
    #expect(text.contains(#"test.it("does what was recorded, part 2""#))
    #expect(text.contains("exhaustive = false"))
    #expect(text.contains("{ never = true }"))
  }

  @Test("sends the actions of an effect that ran before, because nothing in the test would")
  func former() throws {
    try app.run("users.wait{}")
    let (text, failure) = try recorded {
      app.pass(2.5)
      try app.run("users.odd{ value = 2 }")
    }
    #expect(failure == "", "\(text)")
    #expect(text.contains(#"store.send({ type = "users/waited" })"#), "\(text)")
    #expect(!text.contains("store.receive"), "\(text)")
  }

  @Test("is written when the host ends, and not without an action")
  func ending() throws {
    try app.host.recordTest(to: file)
    #expect(try app.host.endTest() == nil)
    #expect(readFile(file) == nil)
    try app.host.recordTest(to: file)
    try app.run("users.odd{ value = 1 }")
    app.host.stop()
    #expect(try failure() == "")
    #expect(app.logs == ["info the test was written to \(file)"])
  }

  @Test("without an action is reported when the host ends")
  func endingWithNothing() throws {
    try app.host.recordTest(to: file)
    app.host.stop()
    #expect(readFile(file) == nil)
    #expect(app.logs == ["info no action was sent, so no test was written to \(file)"])
  }

  @Test("is refused for an existing file, another kind of file, a missing folder, and a second recording")
  func refusals() throws {
    func refusal(_ path: String) -> String { HostTesting.failure { try app.host.recordTest(to: path) } }
    #expect(refusal("x.lua") == "x.lua: the name of a test file ends in _test.lua")
    try app.folder.save("", to: "old_test.lua")
    #expect(
      refusal(app.folder("old_test.lua"))
        == "\(app.folder("old_test.lua")): this file exists already; name another one")
    #expect(
      refusal(app.folder("fetures/users_test.lua")) == """
        \(app.folder("fetures/users_test.lua")): there is no folder \(app.folder("fetures/"))
          Nothing is being recorded.
          To fix this, make the folder, or give the file's path from the working folder
        """)
    #expect(HostTesting.failure { _ = try app.host.endTest() } == "no test is being recorded; :rec FILE begins one")
    try app.host.recordTest(to: file)
    #expect(
      refusal("y_test.lua")
        == "y_test.lua: a test is being recorded to \(file) already; end it with :rec off")
  }

  @Test("does not overwrite a file that was made meanwhile, and can be written after that was removed")
  func overtaken() throws {
    try app.host.recordTest(to: file)
    try app.run("users.odd{ value = 1 }")
    try app.folder.save("-- mine\n", to: "users_test.lua")
    #expect(
      HostTesting.failure { _ = try app.host.endTest() } == """
        \(file): this file exists by now and is not overwritten
          The test was not written; the recording continues.
          To fix this, solve the problem and end the recording again
        """)
    #expect(readFile(file) == Array("-- mine\n".utf8))
    try app.folder.run("rm", file)
    #expect(try app.host.endTest() == file)
    #expect(try failure() == "")
  }

  @Test("is reported as lost if the folder was removed when the host ends")
  func lost() throws {
    try app.folder.save("", to: "features/other.lua")
    let file = app.folder("features/users_test.lua")
    try app.host.recordTest(to: file)
    try app.run("users.odd{ value = 1 }")
    try app.folder.run("rm", "-r", "features")
    app.host.stop()
    #expect(
      app.errors.map(\.message) == [
        """
        \(file): there is no such file or folder
          The test was not written, and the host has ended.
        """
      ])
  }
}
