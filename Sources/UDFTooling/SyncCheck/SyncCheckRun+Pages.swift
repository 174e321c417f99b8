import Foundation
import UDFNetwork

extension SyncCheckRun {
  /// Requests the first page. Throws if there is no server, or if it answers with an error.
  func open() async throws(SyncCheckFailure) {
    let answer: CheckedAnswer
    do throws(HTTPFailure) {
      answer = try await server.get("changes", query(since: nil, limit: 1000))
    } catch {
      throw SyncCheckFailure(error.message)
    }
    guard answer.status == 200 else {
      let advice =
        [401, 403].contains(answer.status)
        ? "log in with --header \"Authorization: …\""
        : "correct the address; it is the part before /changes"
      throw SyncCheckFailure("\(answer.sent): answered \(answer.came); \(advice)")
    }
  }

  /// Reads all rows. A second request after the last page shows whether the server sends them again.
  func readAll() async {
    guard await advance(.pageHead) else { return }
    await advance(.pageLater)
    if version == 1 {
      ledger.skip(SyncRule.allCases.filter(\.needsVersion2), "the server speaks version 1")
    }
  }

  /// Reads all rows again in small pages, and then once more from the end of the first page.
  func checkPaging() async {
    guard token != nil, !known.isEmpty else {
      return ledger.skip([.pageResume, .confirmAfterRows], "the server has no rows, and none were made")
    }
    let limit = max(1, known.count { $0.value.row != nil } / 5)
    guard let pages = await read(from: nil, limit: limit) else { return }
    var seen: [String: Int64] = [:]
    for line in pages.flatMap(\.page.lines) { seen[line.key] = line.version }
    await expectRows(known, in: seen, pages.last?.answer, "reading all rows in pages of \(limit)")
    checkConfirmations(pages)
    guard pages.count > 1, let next = pages[0].page.next else { return }
    guard let rest = await read(from: next, limit: 1000) else { return }
    var resumed: [String: Int64] = [:]
    for line in rest.flatMap(\.page.lines) { resumed[line.key] = line.version }
    let first = Set(pages[0].page.lines.map(\.key))
    let later = known.filter { !first.contains($0.key) }
    await expectRows(later, in: resumed, rest.last?.answer, "continuing after the first page")
  }

  /// Returns all pages after a token; nil if one is missing.
  private func read(from token: String?, limit: Int) async -> [(answer: CheckedAnswer, page: CheckedPage)]? {
    var pages: [(answer: CheckedAnswer, page: CheckedPage)] = []
    var token = token
    while pages.count < 100 {
      guard let answer = await request(.pageResume, since: token, limit: limit),
        let page = page(in: answer, since: token, limit: limit), let next = page.next
      else { return nil }
      pages.append((answer, page))
      token = next
      if !page.hasMore { return pages }
    }
    return nil
  }

  private func expectRows(
    _ rows: [String: Known], in seen: [String: Int64], _ answer: CheckedAnswer?, _ what: String
  ) async {
    guard let answer else { return }
    var missing = rows.filter { $0.value.row != nil && seen[$0.key] ?? 0 < $0.value.version }.keys.sorted()
    // Other clients may have deleted some of these rows meanwhile.
    if !missing.isEmpty, await advance(.pageResume) { missing.removeAll { known[$0]?.row == nil } }
    ledger.expect(
      .pageResume, missing.isEmpty,
      evidence(answer, "\(what) misses \(missing.count) rows, such as \"\(missing.first ?? "")\""))
  }

  /// A page must not confirm a mutation whose row comes in a later page.
  private func checkConfirmations(_ pages: [(answer: CheckedAnswer, page: CheckedPage)]) {
    guard !writers.isEmpty, pages.count > 1 else {
      return ledger.skip([.confirmAfterRows], "there are no mutations and rows in several pages to compare")
    }
    for (index, (answer, page)) in pages.enumerated() {
      let later = pages[(index + 1)...].flatMap(\.page.lines)
      let confirmed = page.mutation(of: first) ?? 0
      let early = later.first { writers[$0.key].map { $0 <= confirmed } ?? false }
      // A row may appear again because another mutation has changed it meanwhile.
      let isEarly = early.map { line in !pages[...index].contains { $0.page.lines.contains { $0.key == line.key } } }
      ledger.expect(
        .confirmAfterRows, isEarly != true,
        evidence(
          answer, "mutation \(confirmed) is confirmed, and its row \"\(early?.key ?? "")\" comes in a later page"))
    }
  }

  /// Checks conditional requests with the last token.
  func checkETags() async {
    let rules: [SyncRule] = [.etagUnchanged, .etagOtherToken]
    guard await advance(.etagUnchanged), let token else { return }
    guard let etag else { return ledger.skip(rules + [.etagChanges], "the server sends no ETag") }
    if let answer = await request(.etagUnchanged, since: token, headers: ["If-None-Match": etag], allowing: [304]) {
      ledger.expect(.etagUnchanged, true, evidence(answer, ""))
    }
    guard known.contains(where: { $0.value.row != nil }) else {
      return ledger.skip([.etagOtherToken], "the server has no rows, and none were made")
    }
    if let answer = await request(.etagOtherToken, since: nil, headers: ["If-None-Match": etag], allowing: [304]) {
      ledger.expect(.etagOtherToken, answer.status == 200, evidence(answer, "expected all rows"))
    }
    if let earlier, earlier.token != token,
      let answer = await request(
        .etagOtherToken, since: earlier.token, headers: ["If-None-Match": etag], allowing: [304])
    {
      ledger.expect(.etagOtherToken, answer.status == 200, evidence(answer, "expected the changes after this token"))
    }
  }

  /// Checks a token that the server cannot know.
  func checkErrors() async {
    do throws(HTTPFailure) {
      let answer = try await server.get("changes", query(since: "udfhost-unknown-token", limit: 1))
      ledger.expect(
        .unknownToken, [409, 410].contains(answer.status), evidence(answer, "got status \(answer.status)"))
      if answer.status >= 400 { checkErrorBody(answer) }
    } catch {
      fail(.unknownToken, "GET \(server.url)/changes?since=udfhost-unknown-token", error)
    }
    ledger.skip([.errorBody], "no request was answered with an error")
  }

  func checkErrorBody(_ answer: CheckedAnswer) {
    let members = try? JSONValue(answer.body).members
    ledger.expect(
      .errorBody, members?["code"]?.string != nil && members?["message"]?.string != nil,
      evidence(answer, "expected {\"code\":\"…\",\"message\":\"…\"}"))
  }

  /// Sends a request like a version 1 client.
  func checkVersion1() async {
    guard let answer = await request(.version1, since: token, protocolVersion: 1),
      let page = page(in: answer, since: token, limit: 1000, isVersion1: true)
    else { return }
    let isVersion1 = page.head?["version"] == nil && page.head?["mutation"]?.integer != nil
    ledger.expect(
      .version1, isVersion1,
      evidence(answer, "\"version\" is \(page.text(of: "version")) and \"mutation\" is \(page.text(of: "mutation"))"))
  }
}
