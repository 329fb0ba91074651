import CScanbeam

/// The layout of the public structs as JSON, from the compiler itself; `scanbeam_abi_manifest`.
let manifestText = CText(
  "{\"version\":\"\(SCANBEAM_VERSION_MAJOR).\(SCANBEAM_VERSION_MINOR).\(SCANBEAM_VERSION_PATCH)\","
    + "\"api_level\":\(SCANBEAM_API_LEVEL),\"structs\":{\(String(cString: cscanbeam_layout()))}}")!
