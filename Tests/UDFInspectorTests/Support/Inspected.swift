#if Inspector
  import HostTesting
  import InspectorTesting
  import Platform
  import UDFHost

  @testable import UDFInspector

  /// A host with an inspector, on the main actor.
  @MainActor
  final class Inspected {
    let app: TestHost
    let inspector: Inspector
    var link: Link { Link(inspector.url) }

    static let counter = """
      local udf = require "udf"
      return udf.feature {
        name = "counter",
        state = { count = 0, note = "" },
        actions = { inc = { by = "integer?" }, write = { text = "string" }, refuse = {} },
        reduce = {
          inc = function(state, action) state.count = state.count + (action.by or 1) end,
          write = function(state, action) state.note = action.text end,
          refuse = function() error("no") end,
        },
        events = { tap = "inc", edit = function(event) return { type = "write", text = event.text } end },
        view = function(state) return { count = state.count, note = state.note } end,
        screen = udf.screen(function(view, ui)
          return {
            ui.title("Counter " .. view.count),
            ui.button("Count", "tap"),
            ui.fields { { label = "Note", value = view.note, event = "edit" } },
          }
        end),
      }
      """

    init(
      _ files: KeyValuePairs<String, String>? = nil, limit: PageLimit = .standard,
      configure: (inout HostConfiguration) -> Void = { _ in }
    ) throws {
      app = try TestHost(files ?? ["counter": Self.counter], configure: configure)
      inspector = try Inspector(app.host, limit: limit)
      // At time 0 an action has no time.
      app.clock.advance(by: 1)
      app.host.handle.onWake { [weak self] in MainQueue.async { self?.app.host.poll() } }
    }

    /// A page that has received what pages receive first.
    func page() async throws -> PageClient {
      let page = try PageClient.open(inspector.url)
      _ = try await page.json()
      _ = try await page.json()
      return page
    }

    /// Whether the inspector observes the host.
    var isObserved: Bool { inspector.isObserving }
  }
#endif
