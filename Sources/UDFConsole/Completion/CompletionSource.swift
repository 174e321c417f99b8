import UDFHost

/// What completion asks a host; small enough that a test can stand in for one.
protocol CompletionSource {
  var features: [FeatureInfo] { get }
  func keys(at path: String) -> [String]
}

extension Host: CompletionSource {}
