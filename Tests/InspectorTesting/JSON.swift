#if Inspector
  import UDFHost
  import UDFServices

  package enum JSON {
    package static func text(_ value: Value) -> String {
      var writer = JSONWriter(isExact: true)
      // Exact JSON can represent all plain data.
      try? writer.write(value, at: "test")
      return writer.text
    }
  }
#endif
