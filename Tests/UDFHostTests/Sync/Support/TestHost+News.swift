import HostTesting
import UDFSync

@testable import UDFHost

extension TestHost {
  /// A host with a feature `articles` in step with a server, and others after it.
  convenience init(
    _ core: some HostCore, articles: String = NewsFeed.articles(), _ others: KeyValuePairs<String, String> = [:],
    configure: (inout HostConfiguration) -> Void = { _ in }
  ) throws {
    let all = [("articles", articles)] + others.map { ($0.key, $0.value) }
    try self.init(
      files: all,
      configure: {
        $0.core = core
        configure(&$0)
      })
  }

  /// The titles in the state, by a way that is no reading of the rows.
  var titles: [String] {
    guard let slice = host.tree.slices["articles"] as? NativeSlice<SyncFeature> else { return [] }
    return slice.state.value.rows.rows.map { $0["title"].text ?? "?" }
  }

  /// The field `sync` of the state, without a call that counts as a reading.
  var sync: Value {
    guard let slice = host.tree.slices["articles"] as? NativeSlice<SyncFeature> else { return .none }
    return .map(slice.state.value.sync.record)
  }

  /// The actions that brought rows, and from where: `synced remote`.
  var deliveries: [String] {
    actions.filter { ["articles/cached", "articles/synced"].contains($0.type) }.map { record in
      "\(record.type.dropFirst("articles/".count)) \(record.fields["source"].text ?? "?")"
    }
  }

  /// Somebody looks at the rows, and all that follows from it has happened.
  func looked() async throws {
    try run("view.articles")
    await settled()
  }
}
