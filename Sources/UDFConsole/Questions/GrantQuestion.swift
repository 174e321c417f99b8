import Platform
import UDFCommands
import UDFHost
import UDFServices

/// Decides which of the requested grants an app gets. At a terminal it asks the user once about each and stores the
/// answers; elsewhere it grants nothing.
@MainActor
struct GrantQuestion {
  private let request: GrantRequest
  private let home: String?
  private let answers = GrantAnswers()

  init(_ request: GrantRequest) {
    self.request = request
    home = ProcessEnvironment().folder("HOME").flatMap { DiskFiles().realPath($0) }
  }

  /// Asks the user about the grants for which no answer is stored.
  func ask() -> [Grant] {
    var answer = answers.answer(about: request)
    let new = request.grants.filter { !answer.asked.contains(GrantAnswers.text(of: $0)) }
    let refused = request.grants.filter { !new.contains($0) && !isGiven($0, answer) }
    if !refused.isEmpty {
      Output.say("\(app): refused by you: \(text(of: refused).words).\(advice(answers.file(for: request)))")
    }
    if !new.isEmpty, let isAllowed = allows(new, isFirst: answer.asked.isEmpty) {
      answer.asked.formUnion(new.map(GrantAnswers.text))
      if isAllowed { answer.given.formUnion(new.map(GrantAnswers.text)) }
      if let file = answers.keep(answer, request) {
        Output.say("The answer is kept.\(advice(file))")
      } else {
        Output.say("The answer cannot be kept: there is no folder for it that can be written. It counts for this run.")
      }
    }
    return request.grants.filter { isGiven($0, answer) }
  }

  /// Refuses, and explains how to grant the request.
  func refuse() -> [Grant] {
    let text = text(of: request.grants)
    Output.say("\(app): not granted: \(text.words); allow it all with --allow-requested, or some with \(text.options)")
    return []
  }

  /// Asks about grants; nil at the end of the input.
  private func allows(_ grants: [Grant], isFirst: Bool) -> Bool? {
    let text = text(of: grants)
    let question = "\(app) is \(GrantText.quoted(request.file)). Allow it?"
    return Question.ask(["\(app) \(isFirst ? "wants" : "now also wants") \(text.words)"] + text.cautions + [question])
  }

  private func isGiven(_ grant: Grant, _ answer: GrantAnswers.Answer) -> Bool {
    answer.given.contains(GrantAnswers.text(of: grant))
  }

  private func text(of grants: [Grant]) -> GrantText { GrantText(grants, home: home) }

  private var app: String { GrantText.quoted(request.app.shortened(to: 60)) }

  private func advice(_ file: String?) -> String {
    file.map { " To be asked again: rm \(GrantText.argument($0))" } ?? ""
  }
}
