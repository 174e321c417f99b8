import UDFHost

/// Formats the status of a host in the shared log:
///
///     board.log  behind · position 41 of 43, 2 behind · last answer 0 s ago · 2 own actions not confirmed
///       this host   till-1
///       till-2      position 39
package struct SharedFormatter: Sendable {
  var palette: Palette

  package init(palette: Palette = .plain) {
    self.palette = palette
  }

  package func text(_ info: SharedInfo) -> String {
    let (position, head) = (Int(info.position), Int(info.head))
    let lag = head > position ? ", \((head - position).grouped) behind" : ""
    var parts = [info.phase.rawValue, "position \(position.grouped) of \(head.grouped)\(lag)"]
    parts.append(info.contact.map { "last answer \(ElapsedTime.age(seconds: $0)) ago" } ?? "no answer yet")
    if info.isReadOnly { parts.append("read only") }
    if info.pending > 0 { parts.append("\(info.pending.of("own action")) not confirmed") }
    var lines = ["\(palette.bold(info.log))  \(parts.joined(separator: " · "))"]
    if let problem = info.problem { lines.append("  \(palette.red(problem))") }
    let width = (info.hosts.map(\.name.count) + [9]).max() ?? 0
    lines.append("  \("this host".padded(to: width))  \(info.host)")
    lines += info.hosts.map { "  \($0.name.padded(to: width))  last entry \(Int($0.position).grouped)" }
    return lines.joined(separator: "\n")
  }
}
