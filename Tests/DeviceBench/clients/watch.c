/* watch: prints every event of one reader and obeys commands, so that scenarios can look at single events.
 *
 * usage: watch IDENTITY [thread]
 *
 * Commands, one per line: connect, disconnect, scan, stop, close, continuous, manual, presentation, scan-timeout MS,
 * only SYMBOLOGY, reconnect, set CONTROL VALUE, get CONTROL, range CONTROL, frames WIDTH HEIGHT RATE, lamp NAME,
 * key DEVICE KEY MODE, suspend, resume, cpu, statistics, quit. Output: one line per event, "NANOSECONDS NAME FIELD…",
 * time of CLOCK_MONOTONIC. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "scanbeam.h"

static scanbeam_context *context;
static scanbeam_reader *reader;

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static const char *state_name(scanbeam_connection_state state) {
  static const char *const names[] = {"DISCONNECTED", "CONNECTING", "CONNECTED", "DISCONNECTING", "UNAVAILABLE"};
  return state >= 0 && state < 5 ? names[state] : "?";
}

static const char *availability_name(scanbeam_availability availability) {
  static const char *const names[] = {"UNKNOWN", "AVAILABLE", "UNAVAILABLE"};
  return availability >= 0 && availability < 3 ? names[availability] : "?";
}

static void availability_changed(void *user_data, scanbeam_reader *r, scanbeam_availability availability) {
  (void)user_data, (void)r;
  printf("%lld availability %s\n", now(), availability_name(availability));
}

static void connection_state_changed(void *user_data, scanbeam_reader *r, scanbeam_connection_state state) {
  (void)user_data, (void)r;
  printf("%lld connection %s\n", now(), state_name(state));
}

static void results_received(void *user_data, scanbeam_reader *r, scanbeam_results *results) {
  (void)user_data, (void)r;
  const char *text = scanbeam_result_text(scanbeam_results_at(results, 0));
  printf("%lld results %s %lld %s\n", now(), scanbeam_reason_name(scanbeam_results_reason(results)),
         (long long)scanbeam_results_time_ns(results), text ? text : "");
}

static void scanning_state_changed(void *user_data, scanbeam_reader *r, scanbeam_scanning_state state) {
  static const char *const names[] = {"IDLE", "RUNNING", "WAITING", "PAUSED"};
  (void)user_data, (void)r;
  printf("%lld scanning %s\n", now(), state >= 0 && state < 4 ? names[state] : "?");
}

static void failed(void *user_data, scanbeam_reader *r, const scanbeam_error *error) {
  (void)user_data, (void)r;
  printf("%lld failed %s %s\n", now(), scanbeam_status_name(error->code), error->message);
}

static void completed(void *user_data, scanbeam_reader *r, const scanbeam_error *error) {
  (void)r;
  printf("%lld completed %s %s %s\n", now(), (const char *)user_data,
         error ? scanbeam_status_name(error->code) : "SCANBEAM_OK", error ? error->message : "");
}

static void answer(const char *command, scanbeam_status status) {
  printf("%lld answered %s %s\n", now(), command, scanbeam_status_name(status));
}

/* Switch on one symbology and all others off, or, with NULL, switch on all. */
static scanbeam_status only(const char *name) {
  scanbeam_symbology all[64], wanted = scanbeam_symbology_from_name(name);
  size_t count = 0;
  scanbeam_status status = scanbeam_symbologies(all, sizeof all / sizeof *all, &count);
  for (size_t i = 0; !status && i < count; i++)
    status = scanbeam_reader_set_symbology_enabled(reader, all[i], !name || all[i] == wanted, NULL, NULL);
  return status;
}

static void print_statistics(void) {
  scanbeam_reader_statistics s;
  SCANBEAM_INIT(s);
  scanbeam_reader_get_statistics(reader, &s);
  printf("%lld statistics received=%llu decoded=%llu dropped=%llu corrupt=%llu good=%llu bad=%llu skipped=%llu\n", now(),
         (unsigned long long)s.frames_received, (unsigned long long)s.frames_decoded,
         (unsigned long long)s.frames_dropped, (unsigned long long)s.frames_corrupt, (unsigned long long)s.good_reads,
         (unsigned long long)s.bad_reads, (unsigned long long)s.frames_skipped);
}

static scanbeam_status trigger(const char *device, int key, int mode) {
  scanbeam_key_trigger trigger;
  SCANBEAM_INIT(trigger);
  trigger.device = device;
  trigger.key = key;
  trigger.mode = mode;
  return scanbeam_reader_set_key_trigger(reader, device ? &trigger : NULL);
}

static void print_control(int control) {
  int32_t value = 0;
  scanbeam_status status = scanbeam_reader_get_control(reader, control, &value);
  printf("%lld answered get %s %d\n", now(), scanbeam_status_name(status), value);
}

static void print_range(int control) {
  scanbeam_control_range range;
  SCANBEAM_INIT(range);
  scanbeam_status status = scanbeam_reader_control_range(reader, control, &range);
  printf("%lld answered range %s %d %d %d %d capability=%d\n", now(), scanbeam_status_name(status), range.minimum,
         range.maximum, range.step, range.default_value,
         scanbeam_reader_has_capability(reader, SCANBEAM_CAPABILITY_CONTROL(control)));
}

static void print_cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  printf("%lld cpu %lld\n", now(), t.tv_sec * 1000000000LL + t.tv_nsec);
}

/* Whether to go on. */
static int obey(char *line) {
  char *word = strtok(line, " \n"), *argument = strtok(NULL, " \n");
  if (!word) return 1;
  int number = argument ? atoi(argument) : 0;
  char *next = strtok(NULL, " \n"), *last = strtok(NULL, " \n");
  int second = next ? atoi(next) : 0, third = last ? atoi(last) : 0;
  if (!strcmp(word, "quit")) return 0;
  if (!strcmp(word, "connect")) answer(word, scanbeam_reader_connect(reader, completed, "connect"));
  else if (!strcmp(word, "disconnect")) answer(word, scanbeam_reader_disconnect(reader));
  else if (!strcmp(word, "scan")) answer(word, scanbeam_reader_start_scanning(reader));
  else if (!strcmp(word, "stop")) answer(word, scanbeam_reader_stop_scanning(reader));
  else if (!strcmp(word, "close")) answer(word, scanbeam_reader_close(reader));
  else if (!strcmp(word, "continuous")) answer(word, scanbeam_reader_set_trigger_type(reader, SCANBEAM_TRIGGER_CONTINUOUS));
  else if (!strcmp(word, "manual")) answer(word, scanbeam_reader_set_trigger_type(reader, SCANBEAM_TRIGGER_MANUAL));
  else if (!strcmp(word, "scan-timeout")) answer(word, scanbeam_reader_set_scan_timeout(reader, number));
  else if (!strcmp(word, "reconnect")) answer(word, scanbeam_reader_set_reconnect(reader, 1));
  else if (!strcmp(word, "only")) answer(word, only(argument));
  else if (!strcmp(word, "presentation")) answer(word, scanbeam_reader_set_trigger_type(reader, SCANBEAM_TRIGGER_PRESENTATION));
  else if (!strcmp(word, "set")) answer(word, scanbeam_reader_set_control(reader, number, second));
  else if (!strcmp(word, "get")) print_control(number);
  else if (!strcmp(word, "range")) print_range(number);
  else if (!strcmp(word, "frames")) answer(word, scanbeam_reader_set_frames(reader, number, second, third));
  else if (!strcmp(word, "lamp")) answer(word, scanbeam_reader_set_lamp(reader, argument));
  else if (!strcmp(word, "key")) answer(word, trigger(argument, second, third));
  else if (!strcmp(word, "suspend")) answer(word, scanbeam_reader_suspend(reader));
  else if (!strcmp(word, "resume")) answer(word, scanbeam_reader_resume(reader));
  else if (!strcmp(word, "cpu")) print_cpu();
  else if (!strcmp(word, "statistics")) print_statistics();
  else printf("%lld unknown %s\n", now(), word);
  return 1;
}

int main(int count, char **arguments) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  int threaded = count > 2 && !strcmp(arguments[2], "thread");
  scanbeam_context_options options;
  SCANBEAM_INIT(options);
  options.mode = threaded ? SCANBEAM_CONTEXT_THREAD : SCANBEAM_CONTEXT_POLL;
  scanbeam_status status = count < 2 ? SCANBEAM_ERR_INVALID_ARGUMENT : scanbeam_context_new(&context, &options);
  if (!status) status = scanbeam_reader_new_identity(&reader, context, arguments[1]);
  if (status) {
    scanbeam_error error;
    SCANBEAM_INIT(error);
    scanbeam_last_error(&error);
    printf("%lld refused %s %s\n", now(), scanbeam_status_name(status), error.message);
    return 1;
  }
  printf("%lld reader %s\n", now(), scanbeam_reader_identity(reader));
  scanbeam_delegate delegate = {SCANBEAM_SIZED(scanbeam_delegate), availability_changed, connection_state_changed,
                                results_received, failed, scanning_state_changed};
  only(NULL);
  answer("set_delegate", scanbeam_reader_set_delegate(reader, &delegate, NULL, NULL));

  char text[4096];
  size_t filled = 0;
  for (int going = 1; going;) {
    struct pollfd wait[2] = {{STDIN_FILENO, POLLIN, 0}, {scanbeam_context_fd(context), POLLIN, 0}};
    if (poll(wait, 2, -1) < 0) continue;
    if (wait[1].revents) scanbeam_context_dispatch(context, 0);
    if (!wait[0].revents) continue;
    ssize_t got = read(STDIN_FILENO, text + filled, sizeof text - 1 - filled);
    if (got <= 0) break;
    filled += (size_t)got;
    text[filled] = 0;
    for (char *end; going && (end = strchr(text, '\n'));) {
      char line[sizeof text];
      size_t length = (size_t)(end - text) + 1;
      memcpy(line, text, length);
      line[length] = 0;
      memmove(text, text + length, filled - length + 1);
      filled -= length;
      going = obey(line);
    }
  }
  scanbeam_context_close(context);
  scanbeam_reader_unref(reader);
  scanbeam_context_unref(context);
  printf("%lld end\n", now());
  return 0;
}
