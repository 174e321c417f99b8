import LuaRuntime
import UDFHost
import UDFTooling

/// Formats sync features: a line for each in the list, or one feature with its mutations and dead letters.
package struct SyncFormatter: Sendable {
  var palette: Palette
  /// The width of a row or patch in columns; nil writes it completely.
  var width: Int?

  package init(palette: Palette = .plain, width: Int? = 80) {
    (self.palette, self.width) = (palette, width)
  }

  /// `articles  450 rows · idle · fresh · 0 pending · 1 dead · equal to the server 12 s ago`
  package func summary(_ listings: [SyncListing]) -> String {
    let width = listings.map(\.feature.count).max() ?? 0
    return listings.map { listing in
      let parts = [status(listing.info)] + moments(listing)
      return "\(palette.bold(listing.feature.padded(to: width)))  \(parts.joined(separator: " · "))"
    }.joined(separator: "\n")
  }

  package func details(_ listing: SyncListing) -> String {
    var moments = moments(listing)
    if case .string(let cursor) = listing.info.state["cursor"] { moments.append("cursor \(cursor)") }
    var lines = ["\(palette.bold(listing.feature))  \(status(listing.info))"]
    if !moments.isEmpty { lines.append("  \(moments.joined(separator: " · "))") }
    if listing.info.state["phase"] == "halted" {
      lines.append("  The engine sends no request before `\(listing.feature).pull{}`.")
    }
    if listing.info.state["phase"] == "closed" {
      lines.append("  The cache is not open; `state.\(listing.feature)` opens it.")
    }
    return (lines + waiting(listing) + dead(listing)).joined(separator: "\n")
  }

  /// `3 rows · idle · live · 0 pending · 0 dead`, followed by the problem. Without a stream it has `fresh` or `stale`
  /// instead of `live`.
  package func status(_ info: SyncInfo) -> String {
    let state = info.state
    // Before the cache is open, the numbers are not known.
    let isClosed = state["phase"] == "closed"
    var (parts, counts): ([String], [String]) = (["closed"], [])
    if !isClosed {
      let age = state["live"] == true ? "live" : state["stale"] == true ? "stale" : "fresh"
      parts = [info.rows.of("row"), state["phase"].text, age].compactMap(\.self)
      counts = ["pending", "dead"].map { "\((state[$0].integer ?? 0).grouped) \($0)" }
    }
    if state["where"] != .none { parts.append("where \(ValueFormatter().line(state["where"]))") }
    parts += counts
    for problem in ["problem", "blocked", "notice"] {
      if case .string(let text) = state[problem] { parts.append("\(problem): \(text)") }
    }
    return parts.joined(separator: " · ")
  }

  private func moments(_ listing: SyncListing) -> [String] {
    [
      listing.age.map { "equal to the server \(ElapsedTime.age(seconds: $0)) ago" },
      listing.retryIn.map { "next try in \(ElapsedTime.age(seconds: $0))" },
    ].compactMap(\.self)
  }

  private func waiting(_ listing: SyncListing) -> [String] {
    guard let mutations = listing.waiting else {
      return ["  The engine does not answer now, so its mutations are not listed; try again."]
    }
    guard !mutations.isEmpty else { return [] }
    let rows = mutations.flatMap { mutation in
      let accepted = mutation["accepted"] == true ? palette.dim("  accepted, not yet pulled") : ""
      return [head(mutation, id: "id") + accepted] + parts(of: mutation)
    }
    return ["waiting for the server"] + rows + rest(after: mutations.count, of: listing.info.state["pending"])
  }

  private func dead(_ listing: SyncListing) -> [String] {
    guard let first = listing.dead.first else { return [] }
    let rows = listing.dead.flatMap { letter in
      let reason = "\(letter["code"].text ?? ""): \(letter["message"].text ?? "")"
      let age = letter["age"].double.map { palette.dim("  \(ElapsedTime.age(seconds: $0)) ago") } ?? ""
      let body = letter["row"] == .none ? parts(of: letter) : ["    \(text(letter["row"]))"]
      return ["\(head(letter, id: "mutation"))\(age)  \(palette.red(reason))"] + body
    }
    return ["dead letters"] + rows + rest(after: listing.dead.count, of: listing.info.state["dead"])
      + advice(listing.feature, first)
  }

  /// `  7  patch sqlite3`, or `  7  3 changes as one`
  private func head(_ mutation: Record, id: String) -> String {
    let count = mutation["all"].items.count
    let what = count > 0 ? "\(count.of("change")) as one" : change(mutation)
    return "  \(mutation[id])  \(what)"
  }

  /// `patch sqlite3`, or `patch tags/sqlite3` if there are several collections
  private func change(_ mutation: Record) -> String {
    let row = [mutation["collection"].text, mutation["key"].text ?? ""].compactMap(\.self).joined(separator: "/")
    return "\(mutation["op"].text ?? "") \(row)"
  }

  /// Returns a line for each change of a mutation of several rows, with the new row or the patch.
  private func parts(of mutation: Record) -> [String] {
    mutation["all"].items.compactMap { part in
      guard case .map(let part) = part else { return nil }
      return "    \(change(part))" + (part["row"] == .none ? "" : "  \(text(part["row"]))")
    }
  }

  private func rest(after shown: Int, of count: Value) -> [String] {
    let more = (count.integer ?? 0) - shown
    return more > 0 ? ["  … and \(more.grouped) more"] : []
  }

  /// The commands that resolve a dead letter.
  private func advice(_ feature: String, _ letter: Record) -> [String] {
    let id = "id = \(letter["mutation"])"
    let (field, content): (String, Value) =
      switch letter["op"] {
      case "all": ("all", .list(letter["all"].items.map(amendment)))
      case "put": ("row", letter["row"])
      default: ("patch", letter["row"])
      }
    // Written completely, because the user copies it.
    let amend = content == .none ? [] : ["\(feature).amend{ \(id), \(field) = \(LuaText.written(content)) }"]
    let all = ["\(feature).retry{ \(id) }"] + amend + ["\(feature).bury{ \(id) }"]
    return [palette.dim("to retry, amend or delete a dead letter:")] + all.map { "  \($0)" }
  }

  /// A change of a dead letter in the form that `amend` accepts.
  private func amendment(_ part: Value) -> Value {
    let collection = part["collection"]
    return switch part["op"] {
    case "put": ["collection": collection, "put": part["row"]]
    case "patch": ["collection": collection, "key": part["key"], "patch": part["row"]]
    default: ["collection": collection, "key": part["key"], "delete": true]
    }
  }

  private func text(_ value: Value) -> String {
    width.map { ValueFormatter().line(value, columns: max(20, $0 - 36)) } ?? ValueFormatter().line(value)
  }
}
