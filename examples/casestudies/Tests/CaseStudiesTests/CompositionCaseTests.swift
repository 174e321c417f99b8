import Testing
import UDF
import UDFTesting

@testable import CaseStudies

@Suite("Composition")
struct CompositionCaseTests {
  @Test("recursion: an action goes down to the row that it is for")
  func recursion() {
    let store = TestStore(Nested(id: 0), reducer: nested)
    store.send(.add(id: 1)) { $0.rows = [Nested(id: 1)] }
    store.send(.row(1, .add(id: 2))) { $0.rows[0].rows = [Nested(id: 2)] }
    store.send(.row(1, .row(2, .rename("leaf")))) { $0.rows[0].rows[0].name = "leaf" }
    store.send(.row(1, .remove(id: 2))) { $0.rows[0].rows = [] }
  }

  @Test("shared state: what one tab changes the other one sees")
  func shared() {
    let store = TestStore(TabsApp(), reducer: tabs)
    store.send(.counter(.add(2))) { ($0.stats.count, $0.stats.changes) = (2, 1) }
    store.send(.counter(.isEvenTapped)) { $0.counter.alert = "2 is even" }
    store.send(.profile(.resetTapped)) { ($0.stats.count, $0.stats.changes) = (0, 0) }
  }

  @Test("bindings: a control assigns, and a rule follows")
  func bindings() {
    let store = TestStore(Form(), reducer: form)
    store.send(.set(.init(\.text, "Ada"))) { $0.text = "Ada" }
    store.send(.set(.init(\.steps, 3))) { ($0.steps, $0.slider) = (3, 3) }
    store.send(.resetTapped) { $0 = Form() }
  }

  @Test("favoriting: shown at once, taken back if the service refuses")
  func favoriting() async {
    let store = TestStore(
      Episodes(),
      reducer: episodes { id, isFavorite in
        if id == 2 { throw Offline() }
        return isFavorite
      })
    store.send(.episode(1, .tapped)) { $0.list[0].isFavorite = true }
    await store.receive(.episode(1, .saved(true)))
    store.send(.episode(2, .tapped)) { $0.list[1].isFavorite = true }
    await store.receive(.episode(2, .refused(was: false))) { $0.list[1].isFavorite = false }
    await store.finish()
  }

  @Test("downloads: each row has its own, which ends when it is stopped, when it is closed, and when it is done")
  func downloads() async {
    let (stream, progress) = AsyncThrowingStream.makeStream(of: Double.self)
    let store = TestStore(Cities(), reducer: cities { stream })
    store.send(.city("Lyon", .tapped)) { $0.downloads["Lyon"] = .loading(0) }
    progress.yield(0.5)
    await store.receive(.city("Lyon", .progressed(0.5))) { $0.downloads["Lyon"] = .loading(0.5) }
    progress.finish()
    await store.receive(.city("Lyon", .finished)) { $0.downloads["Lyon"] = .done }
    await store.finish()
    for end in [CitiesAction.city("Turin", .tapped), .closed("Turin")] {
      let (stream, endless) = AsyncThrowingStream.makeStream(of: Double.self)
      let store = TestStore(Cities(), reducer: cities { stream })
      store.send(.city("Turin", .tapped)) { $0.downloads["Turin"] = .loading(0) }
      store.send(end) { $0.downloads["Turin"] = end == .closed("Turin") ? nil : Download.idle }
      await store.finish()
      endless.finish()
    }
  }
}
