import HostTesting
import Testing
import UDFTooling

@Suite("the examples' own tests")
struct ExampleTests {
  @Test("pass in the login example")
  func login() throws {
    let summary = try TestRunner(Example.folder("login")).run { _, results in
      for result in results { #expect(result.failure == nil, "\(result.name)") }
    }
    #expect(summary.passed > 8)
  }

  @Test("pass in the userlist example, for each layer, in separate hosts and on a virtual clock")
  func userList() throws {
    let summary = try TestRunner(Example.folder("userlist")).run { _, results in
      for result in results { #expect(result.failure == nil, "\(result.name)") }
    }
    #expect(summary.passed > 20)
  }
}
