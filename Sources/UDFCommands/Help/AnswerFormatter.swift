import UDFHost
import UDFTooling

/// Formats the description of an action:
///
///     cart.add{qty = integer, sku = string}
///       event    cart.tap
///       reducer  features/cart.lua:12
///       effect   features/cart.lua:30
///       reducer  of stock, features/stock.lua:9
package struct AnswerFormatter: Sendable {
  var palette: Palette

  package init(palette: Palette = .plain) {
    self.palette = palette
  }

  package func text(_ action: ActionInfo, _ answers: [ActionAnswer]) -> String {
    let feature = String(action.fullName.prefix { $0 != "/" })
    let fields = action.fields.map { "\($0.name) = \($0.type)" }.joined(separator: ", ")
    let head = palette.bold("\(feature).\(action.name)") + (action.declared ? "{\(fields)}" : "{…}")
    let width = answers.map(\.kind.rawValue.count).max() ?? 0
    let lines = answers.map { answer in
      "  \(palette.dim(answer.kind.rawValue.padded(to: width)))  \(place(of: answer, feature))"
    }
    return ([head + (action.declared ? "" : palette.dim("  its fields are not declared"))] + lines)
      .joined(separator: "\n")
  }

  private func place(of answer: ActionAnswer, _ feature: String) -> String {
    let owner = answer.feature == feature ? "" : "of \(answer.feature), "
    let place = answer.file.map { file in answer.line.map { "\(file):\($0)" } ?? file }
    switch answer.kind {
    case .event: return "\(answer.feature).\(answer.name ?? "")"
    case .emits: return answer.name.map { "\(answer.feature).\($0)" } ?? "made by a function of \(answer.feature)"
    case .reducer: return owner + (place ?? "in Swift")
    // The function of a bound use case is part of the library, so the text names the use case.
    case .effect: return owner + (place ?? "a use case")
    }
  }
}
