import Platform
import UDFCommands
import UDFHost
import UDFServices

/// Decides which of the requested grants an app gets. At a terminal it asks the user once and stores the answer;
/// elsewhere it grants nothing.
@MainActor
struct GrantQuestion {
  private let request: GrantRequest
  private let home: String?
  private let text: GrantText
  private let answers = GrantAnswers()

  init(_ request: GrantRequest) {
    self.request = request
    home = ProcessEnvironment().folder("HOME").flatMap { DiskFiles().realPath($0) }
    text = GrantText(request.grants, home: home)
  }

  /// Asks the user, unless an answer is stored.
  func ask() -> [Grant] {
    if let isAllowed = answers.answer(to: request) {
      if !isAllowed { Output.say("\(app): refused by you: \(text.words).\(advice(answers.file(for: request)))") }
      return isAllowed ? request.grants : []
    }
    let question = "\(app) is \(GrantText.quoted(request.file)). Allow it?"
    let lines = ["\(app) wants \(text.words)"] + text.cautions + [question]
    guard let isAllowed = Question.ask(lines) else { return [] }
    if let file = answers.keep(isAllowed, request) {
      Output.say("The answer is kept.\(advice(file))")
    } else {
      Output.say("The answer cannot be kept: there is no folder for it that can be written. It counts for this run.")
    }
    return isAllowed ? request.grants : []
  }

  /// Refuses, and explains how to grant the request.
  func refuse() -> [Grant] {
    Output.say("\(app): not granted: \(text.words); allow it all with --allow-requested, or some with \(text.options)")
    return []
  }

  private var app: String { GrantText.quoted(request.app.shortened(to: 60)) }

  private func advice(_ file: String?) -> String {
    file.map { " To be asked again: rm \(GrantText.argument($0))" } ?? ""
  }
}
