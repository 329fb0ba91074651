#include "czxing.h"

#include <ZXing/ReadBarcode.h>
#include <ZXing/Version.h>

#include <string>
#include <utility>
#include <vector>

#if ZXING_VERSION_MAJOR < 3
#error "zxing-cpp 3.0 or newer is needed: run tools/deps"
#endif

using namespace ZXing;

namespace {

struct Pair {
  czxing_format ours;
  BarcodeFormat theirs;
};

// What is asked for.
constexpr Pair kAsked[] = {
    {CZXING_DATAMATRIX, BarcodeFormat::DataMatrix},
    {CZXING_QR, BarcodeFormat::QRCodeModel1},
    {CZXING_QR, BarcodeFormat::QRCodeModel2},
    {CZXING_MICROQR, BarcodeFormat::MicroQRCode},
    {CZXING_RMQR, BarcodeFormat::RMQRCode},
    {CZXING_AZTEC, BarcodeFormat::AztecCode},
    {CZXING_AZTEC_RUNE, BarcodeFormat::AztecRune},
    {CZXING_PDF417, BarcodeFormat::PDF417},
    {CZXING_PDF417, BarcodeFormat::CompactPDF417},
    {CZXING_MICROPDF417, BarcodeFormat::MicroPDF417},
    {CZXING_MAXICODE, BarcodeFormat::MaxiCode},
    {CZXING_EAN13, BarcodeFormat::EAN13},
    {CZXING_EAN8, BarcodeFormat::EAN8},
    {CZXING_UPCA, BarcodeFormat::UPCA},
    {CZXING_UPCE, BarcodeFormat::UPCE},
    {CZXING_CODE128, BarcodeFormat::Code128},
    {CZXING_CODE39, BarcodeFormat::Code39Std},
    {CZXING_CODE39_FULL_ASCII, BarcodeFormat::Code39Ext},
    {CZXING_CODE32, BarcodeFormat::Code32},
    {CZXING_PZN, BarcodeFormat::PZN},
    {CZXING_CODE93, BarcodeFormat::Code93},
    {CZXING_CODABAR, BarcodeFormat::Codabar},
    {CZXING_ITF, BarcodeFormat::ITF},
    {CZXING_TELEPEN, BarcodeFormat::Telepen},
    {CZXING_DATABAR, BarcodeFormat::DataBarOmni},
    {CZXING_DATABAR_STACKED, BarcodeFormat::DataBarStk},
    {CZXING_DATABAR_STACKED, BarcodeFormat::DataBarStkOmni},
    {CZXING_DATABAR_LIMITED, BarcodeFormat::DataBarLtd},
    {CZXING_DATABAR_EXPANDED, BarcodeFormat::DataBarExp},
    {CZXING_DATABAR_EXPANDED_STACKED, BarcodeFormat::DataBarExpStk},
};

// Further forms that results have.
constexpr Pair kFound[] = {
    {CZXING_CODE39, BarcodeFormat::Code39},
    {CZXING_ITF, BarcodeFormat::ITF14},
    {CZXING_EAN13, BarcodeFormat::ISBN},
    {CZXING_TELEPEN, BarcodeFormat::TelepenAlpha},
    {CZXING_TELEPEN, BarcodeFormat::TelepenNumeric},
    {CZXING_AZTEC, BarcodeFormat::Aztec},
    {CZXING_QR, BarcodeFormat::QRCode},
};

czxing_format ours(BarcodeFormat format) {
  for (auto& pair : kAsked)
    if (pair.theirs == format) return pair.ours;
  for (auto& pair : kFound)
    if (pair.theirs == format) return pair.ours;
  return CZXING_NONE;
}

BarcodeFormats formats(uint32_t wanted) {
  std::vector<BarcodeFormat> list;
  list.reserve(std::size(kAsked));
  for (auto& pair : kAsked)
    if (wanted >> pair.ours & 1) list.push_back(pair.theirs);
  return BarcodeFormats(std::move(list));
}

void deliver(const Barcode& barcode, czxing_receiver receiver, void* context) {
  auto bytes = barcode.bytes();
  auto eci = barcode.hasECI() ? barcode.bytesECI() : std::vector<uint8_t>();
  auto identifier = barcode.symbologyIdentifier();
  auto sequenceId = barcode.sequenceId();
  auto addOn = barcode.extra(BarcodeExtra::EanAddOn);
  auto upce = barcode.extra(BarcodeExtra::UPCE);
  czxing_symbol symbol = {};
  symbol.format = ours(barcode.format());
  symbol.bytes = bytes.data();
  symbol.size = bytes.size();
  symbol.eci_bytes = eci.data();
  symbol.eci_size = eci.size();
  symbol.identifier = identifier.c_str();
  symbol.has_eci = barcode.hasECI();
  auto& position = barcode.position();
  for (int i = 0; i < 4; ++i) {
    symbol.x[i] = position[i].x;
    symbol.y[i] = position[i].y;
  }
  symbol.mirrored = barcode.isMirrored();
  symbol.inverted = barcode.isInverted();
  symbol.lines = barcode.lineCount();
  symbol.sequence_index = barcode.sequenceIndex();
  symbol.sequence_size = barcode.sequenceSize();
  symbol.sequence_id = sequenceId.c_str();
  symbol.add_on = addOn.c_str();
  symbol.upce = upce.c_str();
  auto modules = barcode.symbol();
  if (modules.data() && modules.rowStride() == modules.width()) {
    symbol.modules = modules.data();
    symbol.columns = modules.width();
    symbol.rows = modules.height();
  }
  receiver(context, &symbol);
}

}  // namespace

extern "C" int32_t czxing_read(const uint8_t* pixels, int32_t width, int32_t height, int32_t stride,
                               const czxing_options* options, czxing_receiver receiver, void* context) {
  try {
    auto wanted = formats(options->formats);
    if (wanted.empty() || width < 1 || height < 1 || stride < width) return 0;
    ReaderOptions reader;
    reader.formats(std::move(wanted));
    reader.tryHarder(options->try_harder != 0);
    reader.tryRotate(options->try_rotate != 0);
    reader.tryInvert(options->try_invert != 0);
    reader.tryDownscale(options->try_downscale != 0);
    reader.binarizer(options->is_split           ? Binarizer::FixedThreshold
                     : options->global_histogram ? Binarizer::GlobalHistogram
                                                 : Binarizer::LocalAverage);
    reader.minLineCount(static_cast<uint8_t>(options->min_lines < 1 ? 1 : options->min_lines > 99 ? 99 : options->min_lines));
    reader.maxNumberOfSymbols(
        static_cast<uint8_t>(options->max_symbols < 1 || options->max_symbols > 255 ? 255 : options->max_symbols));
    reader.eanAddOnSymbol(EanAddOnSymbol::Read);
    reader.textMode(TextMode::Plain);
    // The whole of the buffer is not ours when the view is a part of a larger picture: the size is left unchecked.
    ImageView view(pixels, width, height, ImageFormat::Lum, stride, 1);
    for (auto& barcode : ReadBarcodes(view, reader))
      if (barcode.isValid()) deliver(barcode, receiver, context);
    return 0;
  } catch (...) {
    return -1;
  }
}

extern "C" const char* czxing_version(void) { return ZXING_VERSION_STR; }
