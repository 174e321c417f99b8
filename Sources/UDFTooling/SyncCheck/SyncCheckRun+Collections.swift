import UDFNetwork

// Checks several collections at one address, if the caller names them.
extension SyncCheckRun {
  private static let allRules: [SyncRule] = [.collectionsNamed, .collectionsLines, .collectionsMutation]

  private typealias Line = (collection: String, key: String, isThere: Bool)

  func checkCollections() async {
    guard version > 1 else { return }
    guard !options.collections.isEmpty else {
      return ledger.skip(Self.allRules, "name the collections of the address with --collections")
    }
    if options.isReadOnly { ledger.skip([.collectionsMutation], "--read-only sends no mutations") }
    guard await collectionLines() != nil, !options.isReadOnly else { return }
    if let reason = ledger.reason(toSkip: .mutationPut) { return ledger.skip([.collectionsMutation], reason) }
    if SyncRule.allCases.contains(where: { $0.rawValue.hasPrefix("mutation-") && ledger.isBroken($0) }) {
      return ledger.skip([.collectionsMutation], "a rule about mutations is broken")
    }
    await checkNamedMutation()
  }

  /// Returns all lines of a request that names the collections; nil if a rule is broken.
  private func collectionLines() async -> [Line]? {
    let names = options.collections
    let wanted = JSONValue.object(Dictionary(names.map { ($0, JSONValue.object(["schema": .integer(1)])) }) { $1 })
    let query = [
      ("limit", "10000"), ("client", first), ("collections", wanted.text), ("protocol", "2"),
    ]
    let answer: CheckedAnswer
    do throws(HTTPFailure) { answer = try await server.get("changes", query) } catch {
      fail(.collectionsNamed, "GET \(server.url)/changes", error)
      return nil
    }
    let lines = answer.body.split(separator: UInt8(ascii: "\n"))
    let head = lines.first.flatMap { try? JSONValue(Array($0)) }?.members
    let named = Set(head?["collections"]?.items?.compactMap(\.string) ?? [])
    ledger.expect(
      .collectionsNamed, named.isSuperset(of: names),
      evidence(answer, "\"collections\" is \(head?["collections"]?.text ?? "absent")"))
    guard !ledger.isBroken(.collectionsNamed) else { return nil }
    var found: [Line] = []
    for (number, line) in lines.enumerated().dropFirst() {
      let items = (try? JSONValue(Array(line)))?.items ?? []
      let (name, content) = items.count == 3 ? (items[1].string, items[2]) : (nil, .null)
      let key = content.members.map { $0[options.key]?.string ?? "" } ?? content.string ?? ""
      ledger.expect(
        .collectionsLines, name.map(names.contains) ?? false,
        evidence(answer, "line \(number + 1) is \(CheckedAnswer.shortened(String(decoding: line, as: UTF8.self)))"))
      if let name { found.append((name, key, content.members != nil)) }
    }
    ledger.expect(.collectionsLines, true, evidence(answer, ""))
    return ledger.isBroken(.collectionsLines) ? nil : found
  }

  /// Makes a row with the same key in each collection, reads it there, and deletes it.
  private func checkNamedMutation() async {
    let key = "\(name)-5"
    guard let answer = await pushNamed("put", key, row: row(key), from: 1), let lines = await collectionLines() else {
      return
    }
    for name in options.collections {
      ledger.expect(
        .collectionsMutation, lines.contains { $0 == (name, key, true) },
        evidence(answer, "the row \"\(key)\" is not among those of \(name)"))
    }
    _ = await pushNamed("delete", key, row: nil, from: 100)
    let rest = await collectionLines() ?? []
    leftovers += options.collections.filter { name in rest.contains { $0 == (name, key, true) } }.map {
      "\($0): \(key)"
    }
  }

  private func pushNamed(
    _ operation: String, _ key: String, row: [String: JSONValue]?, from id: Int64
  ) async -> CheckedAnswer? {
    let mutations = options.collections.enumerated().map { index, collection in
      var members: [String: JSONValue] = [
        "id": .integer(id + Int64(index)), "collection": .string(collection), "op": .string(operation),
        "key": .string(key),
      ]
      members["row"] = row.map(JSONValue.object)
      return JSONValue.object(members)
    }
    let schemas = JSONValue.object(Dictionary(options.collections.map { ($0, JSONValue.integer(1)) }) { $1 })
    let body = JSONValue.object([
      "client": .string("\(name)-named"), "schemas": schemas, "mutations": .list(mutations),
    ])
    do throws(HTTPFailure) {
      let answer = try await server.post("mutations", body.text)
      let results = (try? JSONValue(answer.body))?.members?["results"]?.items ?? []
      ledger.expect(
        .collectionsMutation,
        answer.status == 200 && results.count == mutations.count && results.allSatisfy { $0.members?["code"] == nil },
        evidence(answer, "expected status 200 and \(mutations.count) results that succeed, without \"code\""))
      return answer
    } catch {
      fail(.collectionsMutation, "POST \(server.url)/mutations", error)
      return nil
    }
  }
}
