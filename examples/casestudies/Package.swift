// swift-tools-version: 6.2
import PackageDescription

// With the main actor as the default isolation, as new apps have it.
let package = Package(
  name: "casestudies",
  platforms: [.macOS(.v15), .iOS(.v18)],
  // In a package of your own: .package(url: "…/udfhost", from: "…").
  dependencies: [.package(name: "udfhost", path: "../..")],
  targets: [
    .target(
      name: "CaseStudies", dependencies: [.product(name: "UDF", package: "udfhost")],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "CaseStudiesTests",
      dependencies: ["CaseStudies", .product(name: "UDFTesting", package: "udfhost")],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
  ],
  swiftLanguageModes: [.v6]
)
