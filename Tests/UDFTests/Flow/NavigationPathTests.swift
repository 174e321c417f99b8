import Foundation
import SeededTesting
import Testing
import UDF

@Suite("Navigation path")
struct NavigationPathTests {
  typealias Path = NavigationPath<MarketRoute>

  func path(_ steps: NavigationStep<MarketRoute>...) throws -> Path {
    var path = Path(.list)
    for step in steps { try path.apply(step) }
    return path
  }

  @Test("screens are pushed, presented, replaced and popped")
  func steps() throws {
    #expect(try path(.push(.product(1)), .push(.product(2))).routes == [.list, .product(1), .product(2)])
    #expect(try path(.push(.product(1)), .push(.product(2)), .pop).routes == [.list, .product(1)])
    #expect(try path(.push(.product(1)), .push(.orders), .popTo(.list)).routes == [.list])
    #expect(try path(.replace(.login)).routes == [.login])
    #expect(try path(.present(.login), .push(.register), .dismiss).routes == [.list])
    #expect(try path(.present(.login), .replace(.register)).top.isModal)
    #expect(try path(.present(.login), .push(.register)).entries.map(\.isModal) == [false, true, false])
  }

  @Test("two screens with one route are two screens, and so is a screen that replaces one with its route")
  func instances() throws {
    let path = try path(.push(.product(1)), .push(.product(1)), .replace(.product(1)))
    #expect(path.entries.map(\.id) == [0, 1, 3])
    #expect(path[1]?.route == .product(1))
    #expect(path[2] == nil)
  }

  @Test(
    "an impossible step has an error with the reason, and the path is unchanged",
    arguments: [
      (
        NavigationStep<MarketRoute>.pop,
        "the only screen cannot be popped\n  To fix this, replace it, or push another one first"
      ),
      (
        .resume, "the only screen cannot be popped\n  To fix this, replace it, or push another one first"
      ),
      (.dismiss, "no screen is presented\n  To fix this, present one first, or pop what was pushed"),
      (
        .popTo(.product(3)),
        "no screen of the path has the route product(3)\n  To fix this, push it, or pop to one that is there"
      ),
      (
        .finish,
        "a flow that is in no other one cannot finish\n"
          + "  To fix this, pop its screens, or include it in the flow that it returns to"
      ),
    ])
  func impossible(_ step: NavigationStep<MarketRoute>, _ text: String) throws {
    var path = Path(.list)
    let error = try #require(throws: NavigationError.self) { try path.apply(step) }
    #expect(error.description == text)
    #expect(path == Path(.list))
  }

  @Test("a path is saved and restored, and continues with the next id")
  func saved() throws {
    var path = try path(.push(.product(1)), .present(.login), .pop)
    var restored = try JSONDecoder().decode(Path.self, from: JSONEncoder().encode(path))
    #expect(restored == path)
    try path.apply(.push(.orders))
    try restored.apply(.push(.orders))
    #expect(restored.top.id == 3)
    #expect(restored == path)
  }

  @Test(
    "an invalid saved path is refused",
    arguments: [
      #"{"entries":[],"nextID":1}"#,
      #"{"entries":[{"id":1,"route":{"list":{}},"isModal":false}],"nextID":1}"#,
      #"{"entries":[{"id":1,"route":{"list":{}},"isModal":false},{"id":0,"route":{"list":{}},"isModal":false}],"nextID":2}"#,
    ])
  func broken(_ json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Path.self, from: Data(json.utf8)) }
  }

  @Test("100,000 screens are pushed and popped, and each is found by its id")
  func deep() throws {
    var path = Path(.list)
    for id in 1...100_000 { try path.apply(.push(.product(id))) }
    #expect(path[70_000]?.route == .product(70_000))
    #expect(path[100_001] == nil)
    for _ in 1...100_000 { try path.apply(.pop) }
    #expect(path.entries.map(\.id) == [0])
  }

  @Test("after any steps, a screen is shown, no id is used twice, and a failed step changes nothing")
  func laws() {
    var generator = SeededGenerator(seed: Seed.current)
    for _ in 0..<100 {
      var path = Path(.list)
      var newest = 0
      for _ in 0..<40 {
        let route = MarketRoute.product(Int.random(in: 0...3, using: &generator))
        let steps: [NavigationStep<MarketRoute>] = [
          .push(route), .present(route), .replace(route), .pop, .popTo(route), .dismiss, .resume, .finish,
        ]
        let before = path
        do throws(NavigationError) {
          try path.apply(steps.randomElement(using: &generator)!)
        } catch {
          #expect(path == before, "\(Seed.replay)")
        }
        #expect(!path.entries.isEmpty, "\(Seed.replay)")
        let added = path.entries.map(\.id).filter { before[$0] == nil }
        #expect(added.allSatisfy { $0 > newest }, "\(Seed.replay)")
        newest = added.max() ?? newest
        #expect(path.entries.allSatisfy { path[$0.id] == $0 }, "\(Seed.replay)")
      }
    }
  }
}
