import ReaderCore

/// Result codes of Socket Mobile's Capture (SKTRESULT; facts: contactless, section 8).
public enum CaptureResult {
  /// The code for a status.
  public static func code(_ status: Status) -> Int32 {
    switch status {
    case .ok: 0
    case .timedOutNote: 1
    case .noMemory: -2
    case .unsupported: -15
    case .notFound: -17
    case .invalidArgument: -18
    case .bufferTooSmall: -26
    case .busy, .access: -27
    case .again, .lost, .tagRemoved: -32
    case .tagRefused, .tagReadOnly, .tagAuthentication: -37
    case .io: -38
    case .protocolFault: -39
    case .tooLarge, .tagFull: -41
    case .timeout, .stalled: -42
    case .reentrant, .wrongThread, .forked, .state: -43
    case .format, .corrupt, .tagFormat: -85
    case .interrupted, .cancelled: -91
    case .favoriteActive: -95
    default: status.rawValue > 0 ? 0 : -97
    }
  }

  /// Name of a code; empty for one that Capture has not.
  public static func name(_ code: Int32) -> StaticString {
    switch code {
    case 8: "LASSODISABLED"
    case 7: "DEPRECATED"
    case 6: "NODATA"
    case 5: "CREATED"
    case 4: "STILLPENDING"
    case 3: "PENDING"
    case 2: "ALREADYDONE"
    case 1: "WAITTIMEOUT"
    case 0: "NOERROR"
    case -1: "TESTFAILED"
    case -2: "NOTENOUGHMEMORY"
    case -3: "UNABLECREATELOCK"
    case -4: "UNABLELOCK"
    case -5: "UNABLEUNLOCK"
    case -6: "LISTEMPTY"
    case -7: "UNABLECREATEEVENT"
    case -8: "UNABLESETEVENT"
    case -9: "UNABLERESETEVENT"
    case -10: "EVENTNOTCREATED"
    case -11: "INVALIDHANDLE"
    case -12: "UNABLECREATETHREAD"
    case -13: "THREADALREADYCREATED"
    case -14: "THREADSTILLRUNNING"
    case -15: "NOTSUPPORTED"
    case -16: "PENDINGOPERATIONNOTCOMPLETED"
    case -17: "NOTFOUND"
    case -18: "INVALIDPARAMETER"
    case -19: "NOTINITIALIZED"
    case -20: "TIMEOUTOUTOFRANGE"
    case -21: "UNABLEINITIALIZE"
    case -22: "UNABLEDEINITIALIZE"
    case -23: "UNKNOWNCONFIGURATION"
    case -24: "INVALIDCONFIGURATION"
    case -25: "ALREADYEXISTING"
    case -26: "BUFFERTOOSMALL"
    case -27: "UNABLEOPENDEVICE"
    case -28: "UNABLECONFIGUREDEVICE"
    case -29: "UNABLECONVERTSTRING"
    case -30: "UNABLECOPYSTRING"
    case -31: "DEVICENOTOPEN"
    case -32: "NOTAVAILABLE"
    case -33: "UNABLEWRITEFILE"
    case -34: "UNABLEREADFILE"
    case -35: "WAITFAILED"
    case -36: "INVALIDCHECKSUM"
    case -37: "COMMANDDENIED"
    case -38: "COMMUNICATIONERROR"
    case -39: "RECEIVEUNEXPECTEDCOMMAND"
    case -40: "UNABLECREATEGUID"
    case -41: "INVALIDVALUE"
    case -42: "REQUESTTIMEDOUT"
    case -43: "INVALIDOPERATION"
    case -44: "WRONGPROTOCOL"
    case -45: "QUEUERESETED"
    case -46: "EXCEEDINGMTUSIZE"
    case -47: "NOTHINGTOLISTEN"
    case -48: "OUTDATEDVERSION"
    case -49: "INVALIDXMLTAG"
    case -50: "UNABLEREGISTERFORHIDCHANGES"
    case -51: "UNABLERETRIEVEMESSAGE"
    case -52: "SYNTAXERROR"
    case -53: "UNABLEOPENFILE"
    case -54: "UNABLERETRIEVEPATH"
    case -55: "UNABLECREATEDIRECTORY"
    case -56: "UNABLEDELETEFILE"
    case -57: "UNABLEDELETEDIRECTORY"
    case -60: "UNABLEREADMODEMSTATUS"
    case -61: "UNABLEGETCLASSDEVICES"
    case -62: "UNABLEGETDEVICEINTERFACE"
    case -63: "FILENOTFOUND"
    case -64: "FILEACCESSDENIED"
    case -70: "UNABLEREADHIDINFO"
    case -80: "CONFLICTPROFILE"
    case -81: "DELETECURRENTPROFILE"
    case -82: "UNABLEINITIALIZEDATAEDITING"
    case -83: "UNKNOWNDATAEDITINGOPERATION"
    case -84: "INCORRECTNUMBEROFPARAMETERS"
    case -85: "INVALIDFORMAT"
    case -86: "INVALIDVERSION"
    case -87: "SERVICENOTCOMMUNICATING"
    case -88: "LASSOIDEXPIRED"
    case -89: "LASSOIDNOTMATCHING"
    case -90: "LASSOIDALREADYSET"
    case -91: "CANCEL"
    case -92: "EXPIRED"
    case -93: "INVALIDAPPINFO"
    case -94: "BLEGATT"
    case -95: "FAVORITENOTEMPTY"
    case -96: "LOCATIONPERMISSIONMISSING"
    case -97: "UNABLETOCOMPLETEOPERATION"
    case -98: "LOCATIONSERVICEDISABLED"
    case -99: "BLUETOOTHPERMISSIONMISSING"
    default: ""
    }
  }
}
