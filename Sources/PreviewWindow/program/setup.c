#include "program.h"

#include <stdlib.h>
#include <string.h>

/* What the tool has looked at already comes as numbers. */
enum option {
  O_EFFORT, O_TIMEOUT, O_SYMBOLOGIES, O_DMCC, O_TRIGGER, O_DUPLICATES, O_AGREE, O_SCAN_RATE, O_SHARPEST, O_CODES, O_PARTIAL,
  O_REGION_PERCENT, O_REGION_PIXELS, O_FINDER, O_TARGET, O_NEAREST, O_FRAMES, O_CONTROL, O_LAMP, O_KEY, O_LINE, O_RECONNECT,
  O_FOLLOW_SLEEP, O_ENCODING, O_COUNT
};

static const struct {
  const char *name;
  int values;
} options[O_COUNT] = {
  [O_EFFORT] = {"--effort", 1},
  [O_TIMEOUT] = {"--timeout", 1},           /* seconds */
  [O_SYMBOLOGIES] = {"--symbologies", 1},   /* names, or all */
  [O_DMCC] = {"--dmcc", 1},                 /* commands, ; between them */
  [O_TRIGGER] = {"--trigger", 1},           /* SCANBEAM_TRIGGER_... */
  [O_DUPLICATES] = {"--duplicates", 1},     /* milliseconds, or as scanbeam_reader_set_duplicate_timeout() has it */
  [O_AGREE] = {"--agree", 1},               /* N/M */
  [O_SCAN_RATE] = {"--scan-rate", 1},       /* frames searched in a second */
  [O_SHARPEST] = {"--sharpest", 1},
  [O_CODES] = {"--codes", 1},
  [O_PARTIAL] = {"--partial", 0},
  [O_REGION_PERCENT] = {"--region-percent", 1}, /* X,Y,W,H */
  [O_REGION_PIXELS] = {"--region-pixels", 1},   /* the same */
  [O_FINDER] = {"--finder", 1},             /* ASPECT,INSET-X,INSET-Y */
  [O_TARGET] = {"--target", 1},             /* CX,CY,W,H */
  [O_NEAREST] = {"--nearest", 0},
  [O_FRAMES] = {"--frames", 1},             /* WIDTH,HEIGHT,RATE */
  [O_CONTROL] = {"--control", 1},           /* NUMBER,VALUE; several */
  [O_LAMP] = {"--lamp", 1},
  [O_KEY] = {"--key", 1},                   /* MODE,KEY,DEVICE */
  [O_LINE] = {"--line", 1},                 /* MODE,OFFSET or =NAME,CHIP */
  [O_RECONNECT] = {"--reconnect", 0},
  [O_FOLLOW_SLEEP] = {"--follow-sleep", 0},
  [O_ENCODING] = {"--encoding", 1},
};

static const char *given[O_COUNT];
static struct {
  int control, value;
} controls[32];
static int control_count;

static int number_of(const char *name) {
  int i;
  for (i = 0; i < O_COUNT; i++) {
    if (strcmp(options[i].name, name) == 0) return i;
  }
  return -1;
}

int setup_values(const char *name) {
  int i = number_of(name);
  return i < 0 ? -1 : options[i].values;
}

int setup_take(const char *name, const char *value) {
  int i = number_of(name);
  if (i < 0) return 0;
  if (i == O_CONTROL) {
    if (control_count == 32 ||
        sscanf(value, "%d,%d", &controls[control_count].control, &controls[control_count].value) != 2) {
      return -1;
    }
    control_count++;
  }
  given[i] = value ? value : "";
  return 1;
}

int setup_is_triggered(void) { return given[O_KEY] != NULL || given[O_LINE] != NULL; }

static int command(scanbeam_reader *reader, const char *text) {
  if (scanbeam_reader_send_command_sync(reader, text, NULL, NULL, 10000) == SCANBEAM_OK) return 1;
  explain(text);
  return 0;
}

/* Every call has its turn; the first that fails is explained. */
#define DO(option, call)                                                                                                     \
  if (given[option] != NULL && (call) != SCANBEAM_OK) {                                                                      \
    explain(options[option].name);                                                                                           \
    return 0;                                                                                                                \
  }

static int take_places(scanbeam_reader *reader) {
  int n[4] = {0, 0, 100, 100};
  double d[3] = {1, 0, 0};
  DO(O_REGION_PERCENT, sscanf(given[O_REGION_PERCENT], "%d,%d,%d,%d", n, n + 1, n + 2, n + 3) == 4
                         ? scanbeam_reader_set_region(reader, SCANBEAM_REGION_PERCENT, n[0], n[1], n[2], n[3])
                         : SCANBEAM_ERR_INVALID_ARGUMENT)
  DO(O_REGION_PIXELS, sscanf(given[O_REGION_PIXELS], "%d,%d,%d,%d", n, n + 1, n + 2, n + 3) == 4
                        ? scanbeam_reader_set_region(reader, SCANBEAM_REGION_PIXELS, n[0], n[1], n[2], n[3])
                        : SCANBEAM_ERR_INVALID_ARGUMENT)
  DO(O_FINDER, sscanf(given[O_FINDER], "%lf,%lf,%lf", d, d + 1, d + 2) >= 1
                 ? scanbeam_reader_set_finder(reader, d[0], d[1], d[2])
                 : SCANBEAM_ERR_INVALID_ARGUMENT)
  DO(O_TARGET, sscanf(given[O_TARGET], "%d,%d,%d,%d", n, n + 1, n + 2, n + 3) == 4
                 ? scanbeam_reader_set_target(reader, 1, n[0], n[1], n[2], n[3])
                 : SCANBEAM_ERR_INVALID_ARGUMENT)
  DO(O_NEAREST, scanbeam_reader_set_nearest_to_centre(reader, 1))
  return 1;
}

static int take_devices(scanbeam_reader *reader) {
  int width = 0, height = 0, at = 0;
  double rate = 0;
  DO(O_LAMP, scanbeam_reader_set_lamp(reader, given[O_LAMP]))
  DO(O_FRAMES, sscanf(given[O_FRAMES], "%d,%d,%lf", &width, &height, &rate) == 3
                 ? scanbeam_reader_set_frames(reader, width, height, rate)
                 : SCANBEAM_ERR_INVALID_ARGUMENT)
  if (given[O_KEY]) {
    scanbeam_key_trigger key;
    SCANBEAM_INIT(key);
    DO(O_KEY, sscanf(given[O_KEY], "%d,%d,%n", &key.mode, &key.key, &at) == 2 && at > 0
                ? (key.device = given[O_KEY] + at, scanbeam_reader_set_key_trigger(reader, &key))
                : SCANBEAM_ERR_INVALID_ARGUMENT)
  }
  if (given[O_LINE]) {
    char name[256] = "";
    scanbeam_line_trigger line;
    SCANBEAM_INIT(line);
    if (sscanf(given[O_LINE], "%d,=%255[^,],%n", &line.mode, name, &at) == 2 && at > 0) line.line = name;
    else if (sscanf(given[O_LINE], "%d,%u,%n", &line.mode, &line.offset, &at) != 2 || at == 0) at = 0;
    line.chip = given[O_LINE] + at;
    DO(O_LINE, at > 0 ? scanbeam_reader_set_line_trigger(reader, &line) : SCANBEAM_ERR_INVALID_ARGUMENT)
  }
  return 1;
}

int setup_before(scanbeam_context *context, scanbeam_reader *reader) {
  char text[64];
  int a = 1, b = 1;
  double timeout = given[O_TIMEOUT] ? atof(given[O_TIMEOUT]) : 0;
  scanbeam_reader_set_trigger_type(reader, given[O_TRIGGER] ? atoi(given[O_TRIGGER]) : SCANBEAM_TRIGGER_CONTINUOUS);
  scanbeam_reader_set_duplicate_timeout(reader, given[O_DUPLICATES] ? atoi(given[O_DUPLICATES]) : 2000);
  if (scanbeam_reader_set_scan_timeout(reader, setup_is_triggered() ? 0 : (int32_t)(timeout * 1000)) != SCANBEAM_OK) {
    return explain("--timeout"), 0;
  }
  DO(O_EFFORT, scanbeam_reader_set_effort(reader, atoi(given[O_EFFORT])))
  DO(O_AGREE, sscanf(given[O_AGREE], "%d/%d", &a, &b) == 2 ? scanbeam_reader_set_agreement(reader, a, b)
                                                          : SCANBEAM_ERR_INVALID_ARGUMENT)
  DO(O_SCAN_RATE, scanbeam_reader_set_detection_rate(reader, atoi(given[O_SCAN_RATE])))
  DO(O_SHARPEST, scanbeam_reader_set_sharpest_of(reader, atoi(given[O_SHARPEST])))
  DO(O_ENCODING, scanbeam_reader_set_read_string_encoding(reader, atoi(given[O_ENCODING])))
  DO(O_RECONNECT, scanbeam_reader_set_reconnect(reader, 1))
  DO(O_FOLLOW_SLEEP, scanbeam_context_follow_sleep(context, 1))
  if (given[O_CODES]) {
    snprintf(text, sizeof text, "SET MULTICODE.MAX-NUM-CODES %d", atoi(given[O_CODES]));
    scanbeam_reader_send_command(reader, text, NULL, NULL, NULL);
  }
  if (given[O_PARTIAL]) scanbeam_reader_send_command(reader, "SET MULTICODE.PARTIAL-RESULTS ON", NULL, NULL, NULL);
  return take_places(reader) && take_devices(reader);
}

/* Enables the named symbologies, or all that there are. */
static int enable(scanbeam_reader *reader, const char *names) {
  char text[512], *name;
  scanbeam_symbology list[128];
  size_t count = 0, i;
  if (names == NULL || strcmp(names, "all") == 0) {
    if (scanbeam_symbologies(list, 128, &count) != SCANBEAM_OK) return 0;
    for (i = 0; i < count && i < 128; i++) scanbeam_reader_set_symbology_enabled(reader, list[i], 1, NULL, NULL);
    return 1;
  }
  snprintf(text, sizeof text, "%s", names);
  for (name = strtok(text, ","); name != NULL; name = strtok(NULL, ",")) {
    char command[600];
    snprintf(command, sizeof command, "SET SYMBOL.%s ON", name);
    if (scanbeam_reader_send_command_sync(reader, command, NULL, NULL, 10000) != SCANBEAM_OK) return 0;
  }
  return 1;
}

int setup_after(scanbeam_reader *reader) {
  int i;
  if (!enable(reader, given[O_SYMBOLOGIES])) return explain("--symbologies"), 0;
  if (given[O_DMCC]) {
    char text[4096], *next;
    snprintf(text, sizeof text, "%s", given[O_DMCC]);
    for (next = strtok(text, ";"); next != NULL; next = strtok(NULL, ";")) {
      while (*next == ' ') next++;
      if (!command(reader, next)) return 0;
    }
  }
  for (i = 0; i < control_count; i++) {
    if (scanbeam_reader_set_control(reader, controls[i].control, controls[i].value) != SCANBEAM_OK) {
      return explain("--control"), 0;
    }
  }
  return 1;
}
