import FolderTesting
import HostTesting
import Testing
import UDF
import UDFHost

@testable import UDFTooling

@Suite("the reference")
@MainActor struct ReferenceTests {
  @Test(
    "has a page with every key for each table of scripts, each with a type, and an example if it can be used alone"
  )
  func keys() throws {
    let reference = try Reference()
    let host = try TestHost(["a": Source.feature("name = \"a\",")]).host
    let library = try host.declaredLibrary()
    let declared = library["classes"].items.filter { $0["isDeclared"] == true }
    #expect(declared.count >= 18)
    for each in declared {
      let name = try #require(each["name"].text)
      let page = try #require(reference.pages.first { $0.text.contains("`\(name)`") || $0.name == name }, "\(name)")
      for (key, _) in each["members"].fields {
        #expect(page.text.contains("| `\(key)` | `"), "\(name).\(key)")
      }
    }
    let constructors = ["udf.app", "udf.feature", "udf.entities", "udf.sync", "udf.flow", "udf.scene", "test.store"]
    for name in constructors {
      #expect(reference.pages.first { $0.name == name }?.text.contains("```lua") == true, "\(name)")
      #expect(reference.index.contains("<doc:Reference-\(name.replacing(".", with: "-"))>"))
    }
  }

  @Test("shows a page unchanged")
  func page() throws {
    let page = try Reference().pages.first { $0.name == "udf.optional" }
    #expect(
      page?.text == """
        # udf.optional

        A feature that can be added and removed.

        The annotations for editors call this table `udf.OptionalDefinition`.

        ## Example

        ```lua
        local udf = require "udf"

        local sheet = udf.feature {
          name = "sheet", state = { text = "" },
          reduce = { write = function(state, action) state.text = action.text end },
        }

        return udf.app { name = "demo", features = { udf.optional { name = "detail", feature = sheet } } }
        ```

        ## Keys

        | key | type | default | runs in | |
        |---|---|---|---|---|
        | `feature` | `udf.Feature` | **required** |  | The feature while it exists. |
        | `name` | `string` | **required** |  | The name of the feature. |

        """)
  }

  @Test("has a page for each built-in service, also by the service's name, and a row for a method")
  func services() throws {
    let reference = try Reference()
    let page = try #require(reference.page(of: "clock"))
    #expect(page.name == "services.clock")
    #expect(page.text.contains("`uses = { \"clock\" }`"))
    #expect(page.text.contains("| `clock.now("))
    #expect(reference.page(of: "services.clock.now")?.text.contains("A member of `services.clock`.") == true)
    let host = try TestHost(["a": Source.feature("name = \"a\",")]).host
    for service in host.services {
      let page = try #require(reference.page(of: "services.\(service.name)"))
      for method in service.methods { #expect(page.text.contains("`\(service.name).\(method.name)(")) }
    }
  }

  @Test("its examples load, draw their screens, and pass as tests")
  func examples() throws {
    let examples = try TestHost(["a": Source.feature("name = \"a\",")]).host.examples().fields
    #expect(examples.count >= 18)
    for (name, example) in examples {
      let text = try #require(example.text)
      if name.hasPrefix("udf.test.") {
        let app = try TestedApp(files: ["app.lua": Source.app([]), "example_test.lua": text])
        #expect(app.summary.passed == 1 && app.summary.failed == 0, "\(name): \(app.failure)")
      } else {
        let app = try TestHost(["app": text]) { $0.features = [Todos()] }
        if text.contains("udf.screen") { #expect(try !app.host.screen(rows: 1..<9).elements.isEmpty, "\(name)") }
        app.host.stop()
      }
    }
  }
}

private struct Todos: NativeFeature {
  struct State: Sendable { var items: [String] = [] }
  enum Action: Codable, Sendable { case toggle(id: String) }
  let name = "todos"
  let initialState = State()
  let actions: Record = ["toggle": ["id": "string"]]
  let fields: [StateField<State>] = [.value("items", \.items)]

  func reduce(_ state: inout Recorded<State>, _ action: Action) -> Effect<Action> { .none }
}
