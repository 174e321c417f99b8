import UDFHost
import UDFTooling

/// Formats services: one line for each in the list, or how to call each method.
package struct ServiceFormatter: Sendable {
  var palette: Palette

  package init(palette: Palette = .plain) {
    self.palette = palette
  }

  /// `random  integer number pick shuffle  · Random numbers; --seed makes them repeatable.`
  package func summary(_ services: [ServiceInfo]) -> String {
    let width = services.map(\.name.count).max() ?? 0
    return services.map { service in
      let methods = service.methods.map(\.name).joined(separator: " ")
      return palette.bold(service.name.padded(to: width)) + "  " + methods
        + (service.doc.isEmpty ? "" : palette.dim("  · \(service.doc)"))
    }.joined(separator: "\n")
  }

  package func details(_ service: ServiceInfo) -> String {
    let head = palette.bold(service.name) + (service.doc.isEmpty ? "" : "  \(palette.dim(service.doc))")
    // The width is limited, so that one very long signature does not move the descriptions of the others off the
    // screen.
    let width = min(service.methods.map(\.signature.count).max() ?? 0, 56)
    let lines = service.methods.map { method in
      method.doc.isEmpty
        ? "  \(method.signature)" : "  \(method.signature.padded(to: width))  \(palette.dim(method.doc))"
    }
    return ([head] + lines).joined(separator: "\n")
  }
}
