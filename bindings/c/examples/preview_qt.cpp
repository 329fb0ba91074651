/* A preview inside of a window of Qt 6 (or 5): the window of libscanbeam-preview in a widget of the program, by its native handle.
 *
 *   c++ -std=c++17 -fPIC preview_qt.cpp $(pkg-config --cflags --libs scanbeam-preview Qt6Widgets) -o preview_qt
 *   ./preview_qt /dev/video0
 *
 * Needs Qt's platform xcb (X11, or XWayland): other windows cannot be laid into those of Wayland. There a program draws the frames
 * and the list of shapes itself, as preview_gtk.c does.
 */
#include <scanbeam-preview.h>

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QSocketNotifier>
#include <QTimer>
#include <QVBoxLayout>
#include <QWidget>

#include <cstdio>
#include <memory>

namespace {

struct Deleter {
  void operator()(scanbeam_context *c) const { scanbeam_context_unref(c); }
  void operator()(scanbeam_window *w) const { scanbeam_window_free(w); }
  void operator()(scanbeam_reader *r) const {
    scanbeam_reader_close(r);
    scanbeam_reader_unref(r);
  }
};
template <class T> using Owned = std::unique_ptr<T, Deleter>;

int explain() {
  scanbeam_error error;
  SCANBEAM_INIT(error);
  scanbeam_last_error(&error);
  std::fprintf(stderr, "%s\n", error.message);
  return 2;
}

void received(void *user_data, scanbeam_reader *, scanbeam_results *results) {
  auto *label = static_cast<QLabel *>(user_data);
  for (size_t i = 0; i < scanbeam_results_count(results); i++) {
    const char *text = scanbeam_result_text(scanbeam_results_at(results, i));
    label->setText(QString::fromUtf8(text ? text : "(binary data)"));
    std::printf("%s\n", text ? text : "(binary data)");
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char **argv) {
  QApplication app(argc, argv);
  const QStringList words = QApplication::arguments();
  if (words.size() != 2 || QApplication::platformName() != QLatin1String("xcb")) {
    std::fprintf(stderr, "usage: preview_qt CAMERA, on X11 (QT_QPA_PLATFORM=xcb)\n");
    return 2;
  }
  const QByteArray source = words[1].toUtf8();

  QWidget host;
  host.setWindowTitle(QStringLiteral("Scanbeam in Qt"));
  auto *layout = new QVBoxLayout(&host);
  auto *view = new QWidget;
  view->setAttribute(Qt::WA_NativeWindow);
  view->setMinimumSize(640, 360);
  view->setAccessibleName(QStringLiteral("What the camera sees"));
  auto *label = new QLabel(QStringLiteral("Nothing was read yet."));
  auto *zoom = new QPushButton(QStringLiteral("Zoom"));
  layout->addWidget(view, 1);
  layout->addWidget(label);
  layout->addWidget(zoom);
  host.show();

  scanbeam_context *made = nullptr;
  if (scanbeam_context_new(&made, nullptr) != SCANBEAM_OK) return explain();
  Owned<scanbeam_context> context(made);
  scanbeam_camera_options camera;
  SCANBEAM_INIT(camera);
  camera.identity = source.constData();
  scanbeam_reader *opened = nullptr;
  if (scanbeam_reader_new_camera(&opened, context.get(), &camera) != SCANBEAM_OK) return explain();
  Owned<scanbeam_reader> reader(opened);
  scanbeam_delegate delegate;
  SCANBEAM_INIT(delegate);
  delegate.results_received = received;
  scanbeam_reader_set_delegate(reader.get(), &delegate, label, nullptr);
  if (scanbeam_reader_connect_sync(reader.get(), 10000) != SCANBEAM_OK) return explain();
  scanbeam_reader_set_symbology_enabled(reader.get(), SCANBEAM_SYMBOLOGY_QR, 1, nullptr, nullptr);
  scanbeam_reader_set_symbology_enabled(reader.get(), SCANBEAM_SYMBOLOGY_UPC_EAN, 1, nullptr, nullptr);
  scanbeam_reader_set_trigger_type(reader.get(), SCANBEAM_TRIGGER_CONTINUOUS);

  scanbeam_window_options look;
  SCANBEAM_INIT(look);
  look.parent = view->winId();
  scanbeam_window *inner = nullptr;
  if (scanbeam_window_new(&inner, reader.get(), &look) != SCANBEAM_OK) {
    std::fprintf(stderr, "%s\n", scanbeam_window_problem());
    return 2;
  }
  Owned<scanbeam_window> window(inner);
  if (scanbeam_reader_start_scanning(reader.get()) != SCANBEAM_OK) return explain();

  /* Buttons of the program do what those of the overlay do. */
  QObject::connect(zoom, &QPushButton::clicked, [&] {
    scanbeam_overlay_press(scanbeam_window_overlay(window.get()), SCANBEAM_OVERLAY_ZOOM_BUTTON);
  });
  QSocketNotifier events(scanbeam_context_fd(context.get()), QSocketNotifier::Read);
  QObject::connect(&events, &QSocketNotifier::activated, [&] { scanbeam_context_dispatch(context.get(), 0); });
  QTimer timer;
  QObject::connect(&timer, &QTimer::timeout, [&] {
    if (scanbeam_window_step(window.get(), 0) != 1) QApplication::quit();
  });
  timer.start(10);
  return QApplication::exec();
}
