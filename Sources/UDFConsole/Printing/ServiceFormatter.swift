import UDFHost
import UDFTooling

/// Writes what services offer: one line each for the list, or how each method is called.
struct ServiceFormatter: Sendable {
  var palette = Palette.plain

  /// `random  integer number pick shuffle  · Random numbers; the same ones again with --seed.`
  func summary(_ services: [ServiceInfo]) -> String {
    let width = services.map(\.name.count).max() ?? 0
    return services.map { service in
      let methods = service.methods.map(\.name).joined(separator: " ")
      return palette.bold(service.name.padded(to: width)) + "  " + methods
        + (service.doc.isEmpty ? "" : palette.dim("  · \(service.doc)"))
    }.joined(separator: "\n")
  }

  func details(_ service: ServiceInfo) -> String {
    let head = palette.bold(service.name) + (service.doc.isEmpty ? "" : "  \(palette.dim(service.doc))")
    // One very long signature does not push what is said of the others off the screen.
    let width = min(service.methods.map(\.signature.count).max() ?? 0, 56)
    let lines = service.methods.map { method in
      method.doc.isEmpty
        ? "  \(method.signature)" : "  \(method.signature.padded(to: width))  \(palette.dim(method.doc))"
    }
    return ([head] + lines).joined(separator: "\n")
  }
}
