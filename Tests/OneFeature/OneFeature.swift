import UDF

/// An app of one feature, whose build and size `measure` reports.
@main struct OneFeature {
  @MainActor static func main() async {
    let store = Store(Counter(), reducer: counter { "\($0) is a number" })
    store.send(.add(2))
    await store.send(.factTapped).finish()
    print(store.state.count, store.state.fact ?? "")
  }
}
