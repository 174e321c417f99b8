import LuaRuntime
import UDF
import UDFServices
import UDFSync

/// Reads the result of a remote's `pull` in Lua as a page.
struct ScriptPage {
  let page: PullPage

  /// Throws if the result is not valid.
  init(_ answer: Value, of collection: SyncCollection) throws(RemoteFailure) {
    let answer = ScriptAnswer(fields: answer, collection: collection.name)
    guard case .map(let fields) = answer.fields else {
      throw answer.garbled("must return { changes = { … } }, returned \(answer.fields.shown)")
    }
    let known = [
      "changes", "next", "more", "from", "mutation", "mutations", "epoch", "versions", "etag", "age", "where",
    ]
    if let unknown = fields.first(where: { !known.contains($0.key) })?.key {
      throw answer.garbled("unknown key \"\(unknown)\".\(didYouMean(unknown, among: known))")
    }
    let next = try answer.field("next", "a string, the token of the next request", \.text)
    let hasMore = try answer.field("more", "true or false", \.flag) ?? false
    guard next != nil || !hasMore else { throw answer.garbled("more needs next, the token of the next request") }
    let versions = try answer.versions
    let changes = fields["changes"]
    guard changes == .map([:]) || changes.kind == "list" else {
      throw answer.garbled("changes must be a list of rows, got \(changes.shown)")
    }
    var read: [RowChange] = []
    for (index, item) in changes.items.enumerated() {
      read.append(try answer.change(item, at: "changes[\(index + 1)]", key: collection.key) { versions[$0] })
    }
    page = PullPage(
      from: try answer.field("from", "a string, the token of the request", \.text).map { .some($0) }, next: next,
      hasMore: hasMore, changes: read,
      mutation: try answer.field("mutation", "an integer, the id of the last mutation that was made", \.wholeNumber),
      mutations: try answer.mutations,
      epoch: try answer.field("epoch", "a string that is not empty") { $0.text.flatMap { $0.isEmpty ? nil : $0 } },
      continuesFilter: try answer.field("where", "true or false", \.flag) ?? false,
      etag: try answer.field("etag", "a string", \.text), age: try answer.age)
  }
}
