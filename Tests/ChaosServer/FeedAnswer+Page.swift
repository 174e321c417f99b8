import FeedCore
import Foundation

// Changes pages of the sync protocol: the first line is an object that describes the page, each other line is a change.
extension FeedAnswer {
  private var lines: [String] { String(decoding: body, as: UTF8.self).split(separator: "\n").map(String.init) }

  private var description: [String: Any] {
    lines.first.flatMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) } as? [String: Any] ?? [:]
  }

  /// The changes of a page.
  var changeLines: [String] { Array(lines.dropFirst()) }

  /// The token of a page after which the server has no more changes; nil for other pages.
  var lastToken: String? { description["more"] as? Bool == false ? description["next"] as? String : nil }

  var epoch: String { description["epoch"] as? String ?? "" }

  /// Returns the page with other changes, or another token.
  func page(changes: [String]? = nil, next: String? = nil) -> FeedAnswer {
    var head = description
    let changes = changes ?? changeLines
    head["changes"] = changes.count
    if let next { head["next"] = next }
    guard let first = try? JSONSerialization.data(withJSONObject: head) else { return self }
    var answer = self
    answer.body = first + Data(changes.map { "\n" + $0 }.joined().utf8) + Data("\n".utf8)
    return answer
  }
}
