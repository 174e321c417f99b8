import Testing
import UDF
import UDFTesting

@MainActor @Suite("Reducer: shared state")
struct SharingTests {
  struct Profile: Equatable { var visits = 0 }
  struct Page: Equatable {
    var count = 0
    var sheet: Int?
  }

  struct App: Equatable {
    var profile = Profile()
    var left = Page()
    var right = Page()
  }

  enum PageAction: Equatable, Sendable {
    case visit
    case open(Int?)
    case sheet(Int)
    case loaded

    static let sheet = Prism(PageAction.sheet) { if case .sheet(let it) = $0 { it } else { nil } }
  }

  enum AppAction: Equatable, Sendable {
    case left(PageAction)
    case right(PageAction)

    static let left = Prism(AppAction.left) { if case .left(let it) = $0 { it } else { nil } }
    static let right = Prism(AppAction.right) { if case .right(let it) = $0 { it } else { nil } }
  }

  let clock = TestClock()

  var app: Reducer<App, AppAction> {
    let sheet = Reducer<Int, Int> { [clock] state, step in
      state += step
      return .timer(every: .seconds(1), clock: clock) { 1 }.cancellable(id: "timer", cancelInFlight: true)
    }
    let page = Reducer<Sharing<Page, Profile>, PageAction>.combined(
      sheet.optional(\.own.sheet, action: PageAction.sheet),
      Reducer { state, action in
        switch action {
        case .visit:
          state.count += 1
          state.shared.visits += 1
          return .run { send in send(.loaded) }
        case .open(let sheet): state.sheet = sheet
        case .sheet, .loaded: break
        }
        return .none
      })
    return .combined(
      page.lifted(state: \.left, sharing: \.profile, action: AppAction.left),
      page.lifted(state: \.right, sharing: \.profile, action: AppAction.right))
  }

  private struct Item: Identifiable { let id: Int }

  @Test("a shared state has the id of its own part")
  func identity() { #expect(Sharing(Item(id: 3), "shared").id == 3) }

  @Test("two features write the same part, each has its own, and their effects come back to each")
  func writes() async {
    let store = TestStore(App(), reducer: app)
    store.send(.left(.visit)) { ($0.left.count, $0.profile.visits) = (1, 1) }
    await store.receive(.left(.loaded))
    store.send(.right(.visit)) { ($0.right.count, $0.profile.visits) = (1, 2) }
    await store.receive(.right(.loaded))
    await store.finish()
  }

  @Test("the effects of a part of a sharing feature end with the part")
  func lifetime() async {
    let store = TestStore(App(), reducer: app)
    store.send(.left(.open(5))) { $0.left.sheet = 5 }
    store.send(.left(.sheet(1))) { $0.left.sheet = 6 }
    await clock.advance(by: .seconds(1))
    await store.receive(.left(.sheet(1))) { $0.left.sheet = 7 }
    store.send(.left(.open(nil))) { $0.left.sheet = nil }
    await store.finish()
  }
}
