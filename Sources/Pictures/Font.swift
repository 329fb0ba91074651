/// Printable ASCII as pixels: 5 columns, 8 rows, the base line under the seventh. Drawn for this library.
enum Font {
  static let width = 5
  static let height = 8

  /// From the space (0x20) to the tilde (0x7E). Five bits a row, the first row highest, the left column highest.
  private static let glyphs: [UInt64] = [
    0x00_0000_0000, 0x21_0842_0080, 0x52_9400_0000, 0x52_BEAF_A940, 0x23_E8E2_F880, 0xCE_4444_4E60,
    0x45_288A_C9A0, 0x21_0800_0000, 0x11_1084_1040, 0x41_0421_1100, 0x01_2AEA_9000, 0x01_09F2_1000,
    0x00_0003_0880, 0x00_01F0_0000, 0x00_0000_3180, 0x08_4444_4200, 0x74_675C_C5C0, 0x23_2842_13E0,
    0x74_4264_43E0, 0xF8_8820_C5C0, 0x11_952F_8840, 0xFC_3C10_C5C0, 0x32_21E8_C5C0, 0xF8_4442_2100,
    0x74_62E8_C5C0, 0x74_62F0_8980, 0x03_1806_3000, 0x03_1806_1100, 0x08_8882_0820, 0x00_3E0F_8000,
    0x82_0822_2200, 0x74_4262_0080, 0x74_6F5B_41E0, 0x22_A31F_C620, 0xF4_63E8_C7C0, 0x74_6108_45C0,
    0xE4_A318_CB80, 0xFC_21E8_43E0, 0xFC_21E8_4200, 0x74_6178_C5E0, 0x8C_63F8_C620, 0x71_0842_11C0,
    0x38_8421_4980, 0x8C_A98A_4A20, 0x84_2108_43E0, 0x8E_EB58_C620, 0x8E_7359_CE20, 0x74_6318_C5C0,
    0xF4_63E8_4200, 0x74_631A_C9A0, 0xF4_63EA_4A20, 0x7C_20E0_87C0, 0xF9_0842_1080, 0x8C_6318_C5C0,
    0x8C_6315_2880, 0x8C_635A_EE20, 0x8C_5445_4620, 0x8C_5442_1080, 0xF8_4444_43E0, 0x72_1084_21C0,
    0x84_1041_0420, 0x70_8421_09C0, 0x22_A200_0000, 0x00_0000_001F, 0x41_0400_0000, 0x00_1C17_C5E0,
    0x84_3D18_C7C0, 0x00_1F08_41E0, 0x08_5F18_C5E0, 0x00_1D1F_C1E0, 0x32_51C4_2100, 0x00_1F18_BC2E,
    0x84_3D18_C620, 0x20_1842_11C0, 0x10_0C21_0A4C, 0x84_254C_5240, 0x61_0842_10C0, 0x00_355A_D6A0,
    0x00_3D18_C620, 0x00_1D18_C5C0, 0x00_3D18_FA10, 0x00_1F18_BC21, 0x00_2D98_4200, 0x00_1F07_07C0,
    0x42_3C84_24C0, 0x00_2318_CDA0, 0x00_2315_2880, 0x00_235A_D540, 0x00_22A2_2A20, 0x00_2318_BC2E,
    0x00_3E22_23E0, 0x19_0882_1060, 0x21_0842_1080, 0xC1_0822_1300, 0x00_1B60_0000,
  ]

  /// True when the pixel of a character is ink. Characters without a picture are shown as a dot.
  static func isInk(_ character: UInt8, column: Int, row: Int) -> Bool {
    let known = character >= 0x20 && character < 0x7F ? character : 0x2E
    return glyphs[Int(known) - 0x20] >> UInt64((height - 1 - row) * width + (width - 1 - column)) & 1 == 1
  }
}
