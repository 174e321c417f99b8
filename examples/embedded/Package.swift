// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "embedded",
  platforms: [.macOS(.v15)],
  // In a program of your own: .package(url: "…/udfhost", from: "…").
  // Without traits it has no shared logs in Redis and PostgreSQL, and needs neither client library.
  dependencies: [.package(name: "udfhost", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "embedded",
      dependencies: [
        .product(name: "UDFHost", package: "udfhost"),
        .product(name: "UDFConsole", package: "udfhost"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
