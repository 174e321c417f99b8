// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "embedded",
  platforms: [.macOS(.v15)],
  // In a program of your own: .package(url: "…/udfhost", from: "…").
  dependencies: [.package(name: "udfhost", path: "../..")],
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
