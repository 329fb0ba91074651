public import CScanbeam
import Readers

@implementation @_cdecl("scanbeam_version_number")
public func scanbeam_version_number() -> UInt32 {
  UInt32(SCANBEAM_VERSION_MAJOR * 1_000_000 + SCANBEAM_VERSION_MINOR * 1000 + SCANBEAM_VERSION_PATCH)
}

private let versionText = CText("\(SCANBEAM_VERSION_MAJOR).\(SCANBEAM_VERSION_MINOR).\(SCANBEAM_VERSION_PATCH)")!

@implementation @_cdecl("scanbeam_version_string")
public func scanbeam_version_string() -> UnsafePointer<CChar> { versionText.pointer }

@implementation @_cdecl("scanbeam_api_level")
public func scanbeam_api_level() -> UInt32 { UInt32(SCANBEAM_API_LEVEL) }

@implementation @_cdecl("scanbeam_has_feature")
public func scanbeam_has_feature(_ feature: scanbeam_feature) -> Int32 {
  switch feature {
  case 1, 2: 1
  case 3: Availabilities.hasZBar ? 1 : 0
  default: 0
  }
}

@implementation @_cdecl("scanbeam_abi_manifest")
public func scanbeam_abi_manifest() -> UnsafePointer<CChar> { manifestText.pointer }
