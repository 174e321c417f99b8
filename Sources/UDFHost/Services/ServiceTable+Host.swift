import UDFServices

extension ServiceTable {
  /// Throws a ``HostError`` if a name is used twice or a type cannot be read.
  package convenience init(declared services: [HostService], secrets: SecretStore) throws(HostError) {
    do throws(ServiceError) { try self.init(services, secrets: secrets) } catch {
      throw HostError(code: "load", message: error.message)
    }
  }
}
