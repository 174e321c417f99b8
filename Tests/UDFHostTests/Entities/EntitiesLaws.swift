import HostTesting
import SeededTesting
import Testing
import UDFHost

@Suite("laws of udf.entities")
struct EntitiesLaws {
  @Test(
    "random actions, undos and redos, with reads in Lua and Swift, have the results of plain rows in a list",
    arguments: [[], ["title"], ["-group", "title"]] as [[String]])
  func model(order: [String]) throws {
    var generator = SeededGenerator(seed: Seed.current)
    let sort = order.isEmpty ? "" : ", sort = { \(order.map { "\"\($0)\"" }.joined(separator: ", ")) }"
    let app = try TestHost([
      "rows": """
      local udf = require "udf"
      return udf.entities { name = "rows", key = "id", indexes = { "group", "tags" }, text = { "title" }\(sort) }
      """
    ])
    app.observe(actions: false)
    var present = EntitiesModel()
    var done: [EntitiesModel] = []
    var undone: [EntitiesModel] = []
    for step in 1...Extent.runs(daily: 150, nightly: 1500) {
      let place: Comment = "step \(step), \(Seed.replay)"
      switch Int.random(in: 0..<20, using: &generator) {
      case 0..<3 where !done.isEmpty:
        _ = try app.host.undo()
        undone.append(present)
        present = done.removeLast()
      case 3..<5 where !undone.isEmpty:
        _ = try app.host.redo()
        done.append(present)
        present = undone.removeLast()
      default:
        let (type, fields, next) = Self.action(on: present, &generator)
        do {
          try app.host.send("rows/\(type)", fields, origin: .prompt)
          let next = try #require(next, place)
          (done, undone) = (done + [present], [])
          present = next
        } catch let error as HostError {
          #expect(next == nil, "\(error.message) \(place.rawValue)")
        }
      }
      // Not after every step, so that several lie between two readings.
      if Int.random(in: 0..<3, using: &generator) == 0 { try Self.compare(app, present, order, &generator, place) }
    }
    try Self.compare(app, present, order, &generator, "\(Seed.replay)")
  }

  /// A random action, and the model after it; nil: it must be refused.
  private static func action(
    on model: EntitiesModel, _ generator: inout SeededGenerator
  ) -> (type: String, fields: Record, next: EntitiesModel?) {
    var next = model
    let id = Value.string("k\(Int.random(in: 0..<30, using: &generator))")
    func row(_ id: Value) -> Record {
      var row: Record = ["id": id]
      if Bool.random(using: &generator) { row["group"] = .integer(.random(in: 0..<3, using: &generator)) }
      if Bool.random(using: &generator) {
        row["title"] = .string(["Ash", "bird song", "ÄRGER bird", "ash tree"].randomElement(using: &generator)!)
      }
      if Bool.random(using: &generator) {
        row["tags"] = [["red"], ["red", "old"], ["old", "old"]].randomElement(using: &generator)!
      }
      if Bool.random(using: &generator) { row["done"] = .boolean(.random(using: &generator)) }
      return row
    }
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<3:
      let count = [1, 2, 80].randomElement(using: &generator)!
      let rows = (0..<count).map { _ in row(.string("k\(Int.random(in: 0..<30, using: &generator))")) }
      for row in rows { next.upsert(row) }
      return ("upsert", ["rows": .list(rows.map(Value.map))], next)
    case 3..<6:
      let changes = row(id)
      guard model.rows.contains(where: { $0["id"] == id }) else {
        return ("update", ["key": id, "changes": .map(changes)], nil)
      }
      next.upsert(changes)
      return ("update", ["key": id, "changes": .map(changes)], next)
    case 6:
      let keys = [id, .string("k\(Int.random(in: 0..<30, using: &generator))")]
      for key in keys {
        guard let place = next.rows.firstIndex(where: { $0["id"] == key }) else {
          return ("remove", ["keys": .list(keys)], nil)
        }
        next.rows.remove(at: place)
      }
      return ("remove", ["keys": .list(keys)], next)
    case 7 where Int.random(in: 0..<5, using: &generator) == 0:
      let rows = (0..<Int.random(in: 0..<40, using: &generator)).map { row(.string("k\($0 * 7 % 41)")) }
      next.rows = rows
      return ("replaceAll", ["rows": .list(rows.map(Value.map))], next)
    default:
      var query: Record = [:]
      if Bool.random(using: &generator) { query["where"] = ["group": .integer(.random(in: 0..<4, using: &generator))] }
      if Int.random(in: 0..<3, using: &generator) == 0 {
        query["text"] = .string(["BIRD", "ash", "ärger bird", "zz"].randomElement(using: &generator)!)
      }
      if Int.random(in: 0..<3, using: &generator) == 0 { query["sort"] = ["-title", "id"] }
      if Int.random(in: 0..<3, using: &generator) == 0 {
        query["offset"] = .integer(.random(in: 1..<5, using: &generator))
      }
      if Bool.random(using: &generator) { query["limit"] = .integer(.random(in: 0..<9, using: &generator)) }
      next.query = query
      return ("query", query, next)
    }
  }

  private static func compare(
    _ app: TestHost, _ model: EntitiesModel, _ order: [String], _ generator: inout SeededGenerator, _ place: Comment
  ) throws {
    let rows = model.sorted(by: order)
    let results = model.results(order: order)
    let id = "k\(Int.random(in: 0..<30, using: &generator))"
    switch Int.random(in: 0..<5, using: &generator) {
    case 4:
      for tag in ["red", "old"] {
        let tagged = rows.filter { if case .list(let tags) = $0["tags"] { tags.contains(.string(tag)) } else { false } }
        let found = try app.run(
          "(function() local all = udf.list {} for i, r in ipairs(state.rows.by.tags.\(tag) or {}) do all[i] = r end return all end)()"
        )
        #expect(found == .list(tagged.map(Value.map)), place)
      }
      let groups = Dictionary(grouping: rows.filter { $0["group"] != .none }, by: { "\($0["group"])" })
      #expect(
        try app.run(
          "(function() local n = {} for k, rows in pairs(state.rows.by.group) do n[k] = #rows end return n end)()")
          == .map(Record(groups.map { ($0, .integer(Int64($1.count))) })), place)
    case 0:
      #expect(try app.state("rows.rows") == .list(rows.map(Value.map)), place)
      #expect(try app.state("rows.results") == .list(results.map(Value.map)), place)
    case 1:
      #expect(
        try app.run(
          "(function() local all = udf.list {} for i, r in ipairs(state.rows.rows) do all[i] = r end return all end)()")
          == .list(rows.map(Value.map)), place)
      #expect(try app.run("#state.rows.results") == .integer(Int64(results.count)), place)
    case 2:
      let at = Int.random(in: 1...31, using: &generator)
      #expect(try app.run("state.rows.rows[\(at)] or 0") == (at <= rows.count ? .map(rows[at - 1]) : 0), place)
      #expect(try app.run("state.rows.results[\(at)] or 0") == (at <= results.count ? .map(results[at - 1]) : 0), place)
      let row = rows.first { $0["id"] == .string(id) }
      #expect(
        try app.run("(state.rows.byKey.\(id) or {}).title or 0")
          == (row.map { $0["title"] == .none ? 0 : $0["title"] } ?? 0), place)
    default:
      #expect(try app.run("state.rows.count") == .integer(Int64(rows.count)), place)
      #expect(try app.run("state.rows.matches") == .integer(Int64(model.matching(order: order).count)), place)
      #expect(
        try app.run("state.rows.byKey.\(id) or 0") == (rows.first { $0["id"] == .string(id) }.map(Value.map) ?? 0),
        place)
    }
  }
}
