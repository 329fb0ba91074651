/* Delegates and completions, in poll mode and in thread mode: order, what may be called inside, and that every
 * user_data is destroyed exactly once, whatever is taken away inside a callback (field reports 88, 96, 98). */
#include "host.h"

#include <poll.h>
#include <pthread.h>
#include <sys/select.h>

static scanbeam_frame picture;

enum place { AVAILABILITY, CONNECTION, RESULTS, COMPLETION, PLACES };
enum action {
  NOTHING,
  REMOVE,        /* set_delegate(NULL) */
  REPLACE,       /* set_delegate(another) */
  CLOSE,         /* reader_close */
  UNREF,         /* reader_unref: the last reference */
  UNREF_CONTEXT, /* context_unref: the last reference of ours */
  UNREF_BOTH,
  ASK, /* everything that must be refused, and much that must not */
  ACTIONS
};

typedef struct {
  scanbeam_context *context; /* ours; NULL once given back */
  scanbeam_reader *reader;
  scanbeam_results *kept;
  enum place place;
  enum action action;
  int done;  /* the action was carried out */
  int calls; /* callbacks of this registration */
  int inside;
  int destroyed;
  int completions;
  int results;
  int connected;
  int after; /* callbacks after the delegate was removed or the reader given back */
} host;

static void destroy(void *user_data) {
  host *h = user_data;
  EQUAL(0, GET(h->inside)); /* never inside a callback of this registration */
  ADD(h->destroyed);
}

static void count_destroy(void *user_data) { ADD(*(int *)user_data); }

static void second_results(void *user_data, scanbeam_reader *reader, scanbeam_results *results) {
  (void)user_data, (void)reader, (void)results;
}

static void no_completion(void *user_data, scanbeam_reader *reader, const scanbeam_error *error) {
  (void)user_data, (void)reader, (void)error;
}

static void completed(void *user_data, scanbeam_reader *reader, const scanbeam_error *error);

static int replaced; /* destroy calls of the second registration */

static void ask(host *h, scanbeam_reader *reader) {
  int32_t flag;
  scanbeam_error error;
  scanbeam_reader_statistics statistics;
  EQUAL(SCANBEAM_ERR_REENTRANT, scanbeam_context_dispatch(h->context, 0));
  EQUAL(SCANBEAM_ERR_REENTRANT, scanbeam_context_close(h->context));
  EQUAL(SCANBEAM_ERR_REENTRANT, scanbeam_reader_connect_sync(reader, 100));
  EQUAL(SCANBEAM_ERR_REENTRANT, scanbeam_reader_connect_sync(reader, -1));
  EQUAL(SCANBEAM_ERR_REENTRANT,
        scanbeam_reader_set_symbology_enabled_sync(reader, SCANBEAM_SYMBOLOGY_QR, 1, -1));
  EQUAL(SCANBEAM_ERR_REENTRANT,
        scanbeam_reader_is_symbology_enabled_sync(reader, SCANBEAM_SYMBOLOGY_QR, &flag, -1));
  SCANBEAM_INIT(error);
  EQUAL(SCANBEAM_OK, scanbeam_last_error(&error));
  EQUAL(SCANBEAM_ERR_REENTRANT, error.code);
  SCANBEAM_INIT(statistics);
  EQUAL(SCANBEAM_OK, scanbeam_reader_get_statistics(reader, &statistics));
  SAME("push:", scanbeam_reader_identity(reader));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_effort(reader, 2));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_symbology_enabled(reader, SCANBEAM_SYMBOLOGY_C39, 1, no_completion, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_reader_connect(reader, no_completion, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_context_wake(h->context));
  scanbeam_reader_unref(scanbeam_reader_ref(reader));
  scanbeam_context_unref(scanbeam_context_ref(h->context));
}

static void act(host *h, enum place place, scanbeam_reader *reader) {
  const int registered = place != COMPLETION; /* a completion is no callback of the delegate's registration */
  if (registered) ADD(h->inside);
  ADD(h->calls);
  if (h->done && (h->action == REMOVE || h->action == REPLACE || h->action == UNREF || h->action == UNREF_BOTH) &&
      place != COMPLETION) {
    ADD(h->after);
  }
  if (!h->done && place == h->place) {
    scanbeam_delegate delegate;
    scanbeam_context *context = h->context;
    switch (h->action) {
    case NOTHING:
    case ACTIONS:
      break;
    case REMOVE:
      EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(reader, NULL, NULL, NULL));
      break;
    case REPLACE:
      SCANBEAM_INIT(delegate);
      delegate.results_received = second_results;
      EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(reader, &delegate, &replaced, count_destroy));
      break;
    case CLOSE:
      EQUAL(SCANBEAM_OK, scanbeam_reader_close(reader));
      break;
    case UNREF:
      scanbeam_reader_unref(h->reader);
      break;
    case UNREF_BOTH:
      scanbeam_reader_unref(h->reader);
      scanbeam_context_unref(context);
      break;
    case UNREF_CONTEXT:
      scanbeam_context_unref(context);
      break;
    case ASK:
      ask(h, reader);
      break;
    }
    SET(h->done, 1);
  }
  if (registered) __atomic_sub_fetch(&h->inside, 1, __ATOMIC_SEQ_CST);
}

static void availability(void *user_data, scanbeam_reader *reader, scanbeam_availability value) {
  CHECK(value == SCANBEAM_AVAILABILITY_AVAILABLE || value == SCANBEAM_AVAILABILITY_UNAVAILABLE);
  act(user_data, AVAILABILITY, reader);
}

static void connection(void *user_data, scanbeam_reader *reader, scanbeam_connection_state state) {
  host *h = user_data;
  if (state == SCANBEAM_CONNECTION_CONNECTED) ADD(h->connected);
  act(h, CONNECTION, reader);
}

static void results_received(void *user_data, scanbeam_reader *reader, scanbeam_results *results) {
  host *h = user_data;
  CHECK(results != NULL);
  ADD(h->results);
  if (scanbeam_results_good_read(results) && h->kept == NULL) h->kept = scanbeam_results_ref(results);
  act(h, RESULTS, reader);
}

static void completed(void *user_data, scanbeam_reader *reader, const scanbeam_error *error) {
  host *h = user_data;
  (void)error;
  act(h, COMPLETION, reader);
  ADD(h->completions);
}

static scanbeam_delegate all(void) {
  scanbeam_delegate delegate;
  SCANBEAM_INIT(delegate);
  delegate.availability_changed = availability;
  delegate.connection_state_changed = connection;
  delegate.results_received = results_received;
  return delegate;
}

/* One life of a reader, in which something is taken away inside one of the callbacks. */
static void life(scanbeam_context_mode mode, enum place place, enum action action) {
  host h = {0};
  scanbeam_delegate delegate = all();
  scanbeam_context *watcher; /* one more reference, so that poll mode can go on */
  int before = check_failures;
  h.place = place;
  h.action = action;
  replaced = 0;
  h.context = new_context(mode);
  watcher = scanbeam_context_ref(h.context);
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&h.reader, h.context, "push:"));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_symbology_enabled(h.reader, SCANBEAM_SYMBOLOGY_QR, 1, NULL, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(h.reader, &delegate, &h, destroy));
  memset(&delegate, 0xff, sizeof delegate); /* it was copied */
  if (place == AVAILABILITY) {
    CHECK(until(watcher, &h.done, 1));
  } else {
    scanbeam_reader *held = scanbeam_reader_ref(h.reader); /* for the calls below, not for the life */
    EQUAL(SCANBEAM_OK, scanbeam_reader_connect(held, completed, &h));
    scanbeam_reader_start_scanning(held);
    if (place == RESULTS) {
      CHECK(until(watcher, &h.completions, 1));
      EQUAL(SCANBEAM_OK, scanbeam_reader_push_frame(held, &picture));
    }
    scanbeam_reader_unref(held);
    CHECK(until(watcher, &h.done, 1));
    CHECK(until(watcher, &h.completions, 1));
  }
  settle(watcher);
  if (action == REMOVE || action == REPLACE) EQUAL(1, GET(h.destroyed));
  if (action != UNREF && action != UNREF_BOTH) scanbeam_reader_unref(h.reader);
  if (action != UNREF_CONTEXT && action != UNREF_BOTH) scanbeam_context_unref(h.context);
  CHECK(until(watcher, &h.destroyed, 1));
  settle(watcher);
  EQUAL(SCANBEAM_OK, scanbeam_context_close(watcher));
  scanbeam_context_unref(watcher);
  EQUAL(1, GET(h.destroyed));
  EQUAL(0, GET(h.after));
  EQUAL(place == AVAILABILITY ? 0 : 1, GET(h.completions));
  if (action == REPLACE) EQUAL(1, GET(replaced));
  if (h.kept != NULL) { /* a result outlives everything */
    const scanbeam_bytes bytes = scanbeam_result_bytes(scanbeam_results_at(h.kept, 0));
    CHECK(bytes.size == 8 && memcmp(bytes.data, "SCANBEAM", 8) == 0);
    scanbeam_results_unref(h.kept);
  }
  if (check_failures != before) fprintf(stderr, "  mode %d, place %d, action %d\n", (int)mode, (int)place, (int)action);
}

/* The very last references of all go inside a callback: the loop is taken down when it returns. */
static void last_of_all(scanbeam_context_mode mode) {
  host h = {0};
  scanbeam_delegate delegate = all();
  scanbeam_context *context = h.context = new_context(mode);
  double end = seconds() + 20;
  h.place = CONNECTION;
  h.action = UNREF_BOTH;
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&h.reader, context, "push:"));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(h.reader, &delegate, &h, destroy));
  EQUAL(SCANBEAM_OK, scanbeam_reader_connect(h.reader, NULL, NULL));
  while (!GET(h.done) && seconds() < end) {
    if (mode == SCANBEAM_CONTEXT_POLL) scanbeam_context_dispatch(context, 20);
    else nap(1);
  }
  CHECK(until(NULL, &h.destroyed, 1));
  nap(20);
  EQUAL(1, GET(h.destroyed));
  EQUAL(0, GET(h.after));
}

/* destroy: on replacement, removal, last unref, failure; each time once. */
static void destroys(scanbeam_context_mode mode) {
  scanbeam_context *context = new_context(mode);
  scanbeam_reader *reader = NULL;
  scanbeam_delegate delegate;
  int first = 0, second = 0, third = 0, fourth = 0, bad = 0;
  SCANBEAM_INIT(delegate);
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&reader, context, "push:"));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(reader, &delegate, &first, count_destroy));
  settle(context);
  EQUAL(0, GET(first));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(reader, &delegate, &second, count_destroy));
  CHECK(until(context, &first, 1));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(reader, NULL, NULL, NULL));
  CHECK(until(context, &second, 1));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(reader, &delegate, &third, count_destroy));
  delegate.size = 4;
  EQUAL(INVALID, scanbeam_reader_set_delegate(reader, &delegate, &bad, count_destroy));
  EQUAL(1, GET(bad));
  SCANBEAM_INIT(delegate);
  delegate.reserved = 9;
  EQUAL(INVALID, scanbeam_reader_set_delegate(reader, &delegate, &bad, count_destroy));
  EQUAL(2, GET(bad));
  settle(context);
  EQUAL(0, GET(third)); /* a registration that failed leaves the former one alone */
  /* A NULL table has a user_data as well, which is not needed then. */
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(reader, NULL, &fourth, count_destroy));
  CHECK(until(context, &third, 1));
  CHECK(until(context, &fourth, 1));
  SCANBEAM_INIT(delegate);
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(reader, &delegate, &first, count_destroy));
  scanbeam_reader_unref(reader);
  CHECK(until(context, &first, 2));
  EQUAL(SCANBEAM_OK, scanbeam_context_close(context));
  scanbeam_context_unref(context);
  EQUAL(2, first);
  EQUAL(1, second);
  EQUAL(1, third);
  EQUAL(1, fourth);
  EQUAL(2, bad);
}

/* Parents before children, children before parents. */
static void orders(scanbeam_context_mode mode) {
  int order;
  for (order = 0; order < 4; order++) {
    host h = {0};
    scanbeam_delegate delegate = all();
    scanbeam_reader *reader = NULL;
    scanbeam_context *context = h.context = new_context(mode);
    h.place = PLACES;
    EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&reader, context, "push:"));
    EQUAL(SCANBEAM_OK, scanbeam_reader_set_symbology_enabled(reader, SCANBEAM_SYMBOLOGY_QR, 1, NULL, NULL));
    EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(reader, &delegate, &h, destroy));
    EQUAL(SCANBEAM_OK, scanbeam_reader_connect_sync(reader, 20000));
    EQUAL(1, GET(h.connected));
    EQUAL(SCANBEAM_OK, scanbeam_reader_start_scanning(reader));
    EQUAL(SCANBEAM_OK, scanbeam_reader_push_frame(reader, &picture));
    if (order < 2) CHECK(until(context, &h.results, 1));
    if (order % 2 == 0) {
      scanbeam_context_unref(context);
      if (mode == SCANBEAM_CONTEXT_POLL) EQUAL(SCANBEAM_CONNECTION_CONNECTED, scanbeam_reader_connection_state(reader));
      scanbeam_reader_unref(reader);
    } else {
      scanbeam_reader_unref(reader);
      scanbeam_context_unref(context);
    }
    CHECK(until(NULL, &h.destroyed, 1));
    EQUAL(1, GET(h.destroyed));
    scanbeam_results_unref(h.kept);
  }
}

/* A completion that is pending when the reader goes comes, as cancelled. */
static int cancelled, cancelled_code;
static void on_cancelled(void *user_data, scanbeam_reader *reader, const scanbeam_error *error) {
  (void)user_data, (void)reader;
  cancelled_code = error == NULL ? 0 : error->code;
  ADD(cancelled);
}

static void pending(void) {
  scanbeam_context *context = new_context(SCANBEAM_CONTEXT_POLL);
  scanbeam_reader *reader = NULL;
  cancelled = 0;
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&reader, context, "push:"));
  EQUAL(SCANBEAM_OK, scanbeam_reader_connect(reader, on_cancelled, NULL));
  scanbeam_reader_unref(reader);
  CHECK(until(context, &cancelled, 1));
  settle(context);
  EQUAL(1, cancelled);
  CHECK(cancelled_code == SCANBEAM_OK || cancelled_code == SCANBEAM_ERR_CANCELLED);
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&reader, context, "push:"));
  EQUAL(SCANBEAM_OK, scanbeam_reader_connect(reader, on_cancelled, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_context_close(context)); /* dispatches what is left */
  EQUAL(2, cancelled);
  scanbeam_reader_unref(reader);
  scanbeam_context_unref(context);
}

/* The descriptor alone says when there is something to do: select() and poll(). */
static void descriptors(void) {
  int way;
  for (way = 0; way < 2; way++) {
    host h = {0};
    scanbeam_delegate delegate = all();
    scanbeam_context *context = h.context = new_context(SCANBEAM_CONTEXT_POLL);
    scanbeam_reader *reader = NULL;
    double end = seconds() + 20;
    int fd = scanbeam_context_fd(context), scans = 0;
    h.place = PLACES;
    EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&reader, context, "push:"));
    EQUAL(SCANBEAM_OK, scanbeam_reader_set_symbology_enabled(reader, SCANBEAM_SYMBOLOGY_QR, 1, NULL, NULL));
    EQUAL(SCANBEAM_OK, scanbeam_reader_set_scan_timeout(reader, 30));
    EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(reader, &delegate, &h, destroy));
    EQUAL(SCANBEAM_OK, scanbeam_reader_connect(reader, completed, &h));
    while (h.results < 6 && seconds() < end) {
      if (h.completions && !scanbeam_reader_is_scanning(reader) && scans == h.results) {
        scans++;
        EQUAL(SCANBEAM_OK, scanbeam_reader_start_scanning(reader));
        if (scans % 2) EQUAL(SCANBEAM_OK, scanbeam_reader_push_frame(reader, &picture)); /* else the timer ends it */
      }
      if (way == 0) {
        struct pollfd p = {fd, POLLIN, 0};
        EQUAL(1, poll(&p, 1, 20000));
      } else {
        fd_set set;
        struct timeval t = {20, 0};
        FD_ZERO(&set);
        FD_SET(fd, &set);
        EQUAL(1, select(fd + 1, &set, NULL, NULL, &t));
      }
      CHECK(scanbeam_context_dispatch(context, 0) >= 0);
    }
    EQUAL(6, h.results);
    settle(context);
    { /* and it is quiet when there is nothing */
      struct pollfd p = {fd, POLLIN, 0};
      EQUAL(0, poll(&p, 1, 0));
    }
    EQUAL(SCANBEAM_OK, scanbeam_context_wake(context));
    {
      struct pollfd p = {fd, POLLIN, 0};
      EQUAL(1, poll(&p, 1, 20000));
    }
    EQUAL(SCANBEAM_OK, scanbeam_context_dispatch(context, 0));
    scanbeam_reader_unref(reader);
    scanbeam_context_unref(context);
    scanbeam_results_unref(h.kept);
    EQUAL(1, h.destroyed);
  }
}

/* Two contexts do not meet: one of each mode, at the same time. */
static void two_contexts(void) {
  host a = {0}, b = {0};
  scanbeam_delegate delegate = all();
  a.place = b.place = PLACES;
  a.context = new_context(SCANBEAM_CONTEXT_POLL);
  b.context = new_context(SCANBEAM_CONTEXT_THREAD);
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&a.reader, a.context, "push:"));
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&b.reader, b.context, "push:"));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(a.reader, &delegate, &a, destroy));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(b.reader, &delegate, &b, destroy));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_symbology_enabled_sync(a.reader, SCANBEAM_SYMBOLOGY_QR, 1, 20000));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_symbology_enabled_sync(b.reader, SCANBEAM_SYMBOLOGY_QR, 1, 20000));
  EQUAL(SCANBEAM_OK, scanbeam_reader_connect_sync(a.reader, 20000));
  EQUAL(SCANBEAM_OK, scanbeam_reader_connect_sync(b.reader, 20000));
  EQUAL(SCANBEAM_OK, scanbeam_reader_start_scanning(a.reader));
  EQUAL(SCANBEAM_OK, scanbeam_reader_start_scanning(b.reader));
  EQUAL(SCANBEAM_OK, scanbeam_reader_push_frame(b.reader, &picture));
  CHECK(until(NULL, &b.results, 1));
  EQUAL(0, a.results);
  EQUAL(SCANBEAM_OK, scanbeam_context_close(b.context));
  scanbeam_reader_unref(b.reader);
  scanbeam_context_unref(b.context);
  EQUAL(1, GET(b.destroyed));
  EQUAL(SCANBEAM_OK, scanbeam_reader_push_frame(a.reader, &picture));
  CHECK(until(a.context, &a.results, 1));
  scanbeam_context_unref(a.context);
  scanbeam_reader_unref(a.reader);
  EQUAL(1, a.destroyed);
  scanbeam_results_unref(a.kept);
  scanbeam_results_unref(b.kept);
}

/* From another thread, set_delegate waits for the running callback, and none starts afterwards. */
static int slow_entered, slow_left, slow_after, slow_removed;
static void slow(void *user_data, scanbeam_reader *reader, scanbeam_results *results) {
  (void)user_data, (void)reader, (void)results;
  if (GET(slow_removed)) ADD(slow_after);
  ADD(slow_entered);
  nap(200);
  ADD(slow_left);
}

static void waits(void) {
  scanbeam_context *context = new_context(SCANBEAM_CONTEXT_THREAD);
  scanbeam_reader *reader = NULL;
  scanbeam_delegate delegate;
  int destroyed = 0, i;
  SCANBEAM_INIT(delegate);
  delegate.results_received = slow;
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&reader, context, "push:"));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_trigger_type(reader, SCANBEAM_TRIGGER_CONTINUOUS));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_symbology_enabled_sync(reader, SCANBEAM_SYMBOLOGY_QR, 1, 20000));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(reader, &delegate, &destroyed, count_destroy));
  EQUAL(SCANBEAM_OK, scanbeam_reader_connect_sync(reader, 20000));
  EQUAL(SCANBEAM_OK, scanbeam_reader_start_scanning(reader));
  EQUAL(SCANBEAM_OK, scanbeam_reader_push_frame(reader, &picture));
  CHECK(until(NULL, &slow_entered, 1));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(reader, NULL, NULL, NULL));
  SET(slow_removed, 1);
  EQUAL(GET(slow_entered), GET(slow_left));
  for (i = 0; i < 20; i++) {
    EQUAL(SCANBEAM_OK, scanbeam_reader_push_frame(reader, &picture));
    nap(2);
  }
  CHECK(until(NULL, &destroyed, 1));
  EQUAL(SCANBEAM_OK, scanbeam_context_close(context));
  scanbeam_reader_unref(reader);
  scanbeam_context_unref(context);
  EQUAL(0, GET(slow_after));
  EQUAL(1, GET(destroyed));
}

/* Delegates set and removed from another thread while reads come. */
static void *changer(void *argument) {
  scanbeam_reader *reader = argument;
  static int counts[200];
  scanbeam_delegate delegate;
  int i;
  SCANBEAM_INIT(delegate);
  delegate.results_received = second_results;
  for (i = 0; i < 200; i++) {
    EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(reader, &delegate, &counts[i], count_destroy));
    if (i % 3 == 0) EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(reader, NULL, NULL, NULL));
  }
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(reader, NULL, NULL, NULL));
  for (i = 0; i < 200; i++) {
    CHECK(until(NULL, &counts[i], 1));
    EQUAL(1, GET(counts[i]));
  }
  return NULL;
}

static void changes(void) {
  scanbeam_context *context = new_context(SCANBEAM_CONTEXT_THREAD);
  scanbeam_reader *reader = NULL;
  pthread_t thread;
  int i;
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&reader, context, "push:"));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_trigger_type(reader, SCANBEAM_TRIGGER_CONTINUOUS));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_symbology_enabled_sync(reader, SCANBEAM_SYMBOLOGY_QR, 1, 20000));
  EQUAL(SCANBEAM_OK, scanbeam_reader_connect_sync(reader, 20000));
  EQUAL(SCANBEAM_OK, scanbeam_reader_start_scanning(reader));
  EQUAL(0, pthread_create(&thread, NULL, changer, reader));
  for (i = 0; i < 300; i++) {
    EQUAL(SCANBEAM_OK, scanbeam_reader_push_frame(reader, &picture));
    nap(1);
  }
  pthread_join(thread, NULL);
  EQUAL(SCANBEAM_OK, scanbeam_context_close(context));
  scanbeam_context_unref(context);
  scanbeam_reader_unref(reader);
}

int main(int argc, char **argv) {
  int mode, place, action;
  if (argc < 2) return 3;
  picture = load_pgm(argv[1], "qr.pgm");
  for (mode = SCANBEAM_CONTEXT_POLL; mode <= SCANBEAM_CONTEXT_THREAD; mode++) {
    for (place = 0; place < PLACES; place++) {
      for (action = 0; action < ACTIONS; action++) life(mode, (enum place)place, (enum action)action);
    }
    last_of_all(mode);
    destroys(mode);
    orders(mode);
  }
  pending();
  descriptors();
  two_contexts();
  waits();
  changes();
  free((void *)picture.data);
  return check_end();
}
