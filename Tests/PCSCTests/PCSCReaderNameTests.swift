import PCSC
import Testing

@Suite struct PCSCReaderNameTests {
  @Test(arguments: [
    ("ACS ACR122U PICC Interface 00 00", "ACS ACR122U PICC Interface"),
    ("ACS ACR122U PICC Interface 01 00", "ACS ACR122U PICC Interface"),
    ("Virtual PCD 00 01", "Virtual PCD slot 01"), ("SpringCard Puck (7EF619) 0A 00", "SpringCard Puck (7EF619)"),
    ("Odd", "Odd"), ("", ""), ("00 00", "00 00"), ("A 1 00", "A 1 00"),
  ])
  func numbersOfReadersAreNotLasting(_ name: String, _ lasting: String) {
    #expect(PCSCReaderName.lasting(name) == lasting)
  }

  @Test func identitiesFindTheirReader() {
    let all = ["Till A 00 00", "Till B 01 00", "Till B 02 00", "Till C 03 00", "Till C 03 01"]
    #expect(PCSCReaderName.identity(all[0], among: all) == "pcsc:Till A")
    // Two of the same name can only be told apart by their numbers.
    #expect(PCSCReaderName.identity(all[1], among: all) == "pcsc:Till B 01 00")
    #expect(PCSCReaderName.identity(all[4], among: all) == "pcsc:Till C slot 01")
    for name in all { #expect(PCSCReaderName.resolve(PCSCReaderName.identity(name, among: all), among: all) == name) }
    #expect(PCSCReaderName.resolve("pcsc:", among: all) == "Till A 00 00")
    #expect(PCSCReaderName.resolve("pcsc:Till A", among: ["Till A 07 00"]) == "Till A 07 00")
    #expect(PCSCReaderName.resolve("pcsc:Till", among: all) == nil)
    #expect(PCSCReaderName.resolve("v4l2:x", among: all) == nil)
    #expect(PCSCReaderName.resolve("pcsc:", among: []) == nil)
  }
}
