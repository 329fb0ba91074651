/* The public headers as a Clang module, for ScanbeamABI; the functions are in Swift. */
