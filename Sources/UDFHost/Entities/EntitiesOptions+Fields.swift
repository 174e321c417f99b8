import LuaRuntime
import UDF
import UDFFields

extension EntitiesOptions {
  /// The visible fields of a state that has such rows and a query of them.
  func fields<State>(
    rows: any WritableKeyPath<State, EntityTable<EntityKey, PackedRecord>> & Sendable,
    query: any WritableKeyPath<State, EntitiesFilter> & Sendable
  ) -> [StateField<State>] {
    [
      .rows("rows", rows, plain: { $0.bytes }, from: row),
      .rowsByKey("byKey", rows, key: { EntityKey($0) }),
      .rowsByIndex("by", rows, text: EntitiesOptions.text, values: EntitiesOptions.values),
      .count("count", of: "rows"),
      .value("query", query, plain: { $0.plain }, from: filter),
      .results("results", in: rows, query: query, make: self.query),
      .count("matches", of: "results"),
    ]
  }
}
