import HostTesting
import SeededTesting
import Testing

@testable import UDFHost

@Suite("laws of the path of screens")
struct PathLaws {
  /// A screen as it should be.
  private struct Screen: Equatable {
    var number: Int
    var route: String
    var isModal = false
  }

  /// Each screen begins an effect when it appears that never ends by itself.
  private static let app = """
    local udf = require "udf"
    local routes = {}
    for _, name in ipairs { "home", "a", "b", "c" } do routes[name] = { scene = "one", link = "/" .. name } end
    return udf.app {
      name = "laws",
      features = {
        udf.feature {
          name = "f", state = { n = 0 }, events = { appear = "appear" },
          reduce = { appear = function(state) state.n = state.n + 1 end },
          effects = { appear = function(cx) cx.sleep(1e6) end },
        },
      },
      scenes = { udf.scene { name = "one", view = function() end, events = { appear = "f.appear" } } },
      flow = udf.flow { start = "home", routes = routes },
    }
    """

  @Test("after any actions, undos and redos the screens are those of the state, and only they have effects")
  func model() throws {
    var generator = SeededGenerator(seed: Seed.current)
    let app = try TestHost(["app": Self.app])
    let navigation = try #require(app.host.navigation)
    var count = 1
    var present = [Screen(number: 1, route: "home")]
    var running: Set<Int> = [1]
    var done: [[Screen]] = []
    var undone: [[Screen]] = []
    for step in 1...400 {
      let place: Comment = "step \(step), \(Seed.replay)"
      let route = ["home", "a", "b", "c"].randomElement(using: &generator)!
      var next: [Screen]? = present
      func shown(modal: Bool = false) -> Screen {
        count += 1
        return Screen(number: count, route: route, isModal: modal)
      }
      let operation: () throws -> Void
      switch Int.random(in: 0..<13, using: &generator) {
      case 0..<3:
        next?.append(shown())
        operation = { try navigation.push(route) }
      case 3:
        next?.append(shown(modal: true))
        operation = { try navigation.present(route) }
      case 4:
        next?[present.count - 1] = shown(modal: present[present.count - 1].isModal)
        operation = { try navigation.replace(route) }
      case 5..<7:
        if present.count > 1 { next?.removeLast() } else { next = nil }
        operation = { try navigation.pop() }
      case 7:
        next = present.lastIndex { $0.route == route }.map { Array(present[...$0]) }
        operation = { try navigation.popTo(route) }
      case 8:
        next = present.lastIndex(where: \.isModal).map { Array(present[..<$0]) }
        operation = { try navigation.dismiss() }
      case 9:
        next = Array(present.prefix(1))
        if present[0].route != "home" {
          count += 1
          next = [Screen(number: count, route: "home", isModal: present[0].isModal)]
        }
        if route != "home" { next?.append(shown()) }
        operation = { try app.host.open(link: "/\(route)") }
      case 10..<12:
        guard let last = done.popLast() else { continue }
        _ = try app.host.undo()
        undone.append(present)
        present = last
        running.formIntersection(present.map(\.number))
        try Self.compare(app, present, running, place)
        continue
      default:
        guard let last = undone.popLast() else { continue }
        _ = try app.host.redo()
        done.append(present)
        present = last
        running.formIntersection(present.map(\.number))
        try Self.compare(app, present, running, place)
        continue
      }
      do {
        try operation()
        let next = try #require(next, place)
        (done, undone) = (done + [present], [])
        let came = next.filter { !present.contains($0) }
        present = next
        running = running.union(came.map(\.number)).intersection(present.map(\.number))
      } catch let error as HostError {
        #expect(next == nil, "\(error.message) \(place.rawValue)")
      }
      try Self.compare(app, present, running, place)
    }
  }

  private static func compare(_ app: TestHost, _ screens: [Screen], _ running: Set<Int>, _ place: Comment) throws {
    #expect(app.host.screens.map(\.route) == screens.map(\.route), place)
    #expect(app.host.screens.map(\.isModal) == screens.map(\.isModal), place)
    #expect(try app.host.screens == app.state("nav.path").items.map(ScreenInstance.init), place)
    #expect(Set(app.host.screens.map(\.id)).count == screens.count, place)
    #expect(app.host.effects.inFlight.count == running.count, place)
  }
}
