import UDFServices

/// Data that an app without data may take over: of an app with the same name whose file is no longer at its path, or of
/// an earlier version.
public struct DataOffer: Sendable, Equatable {
  /// The data that may be taken over.
  public var left: KeptData
  /// The absolute path of the app's file.
  public var file: String
  /// The folder of the app's data.
  public var folder: String
}
