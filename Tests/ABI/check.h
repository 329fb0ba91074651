/* Checks for the C tests: count, print what failed, go on. Several threads may check at once. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <string.h>

static int check_count, check_failures;

#define CHECK(condition)                                                              \
  do {                                                                                \
    __atomic_add_fetch(&check_count, 1, __ATOMIC_RELAXED);                            \
    if (!(condition)) {                                                               \
      __atomic_add_fetch(&check_failures, 1, __ATOMIC_RELAXED);                       \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);         \
    }                                                                                 \
  } while (0)

/* Two integers are equal. */
#define EQUAL(expected, actual)                                                                                  \
  do {                                                                                                           \
    long long check_expected = (long long)(expected), check_actual = (long long)(actual);                        \
    __atomic_add_fetch(&check_count, 1, __ATOMIC_RELAXED);                                                       \
    if (check_expected != check_actual) {                                                                        \
      __atomic_add_fetch(&check_failures, 1, __ATOMIC_RELAXED);                                                  \
      fprintf(stderr, "%s:%d: failed: %s is %lld, expected %s (%lld)\n", __FILE__, __LINE__, #actual,            \
              check_actual, #expected, check_expected);                                                          \
    }                                                                                                            \
  } while (0)

/* Two texts are equal; NULL is a text of its own. */
#define SAME(expected, actual)                                                                                     \
  do {                                                                                                             \
    const char *check_e = (expected), *check_a = (actual);                                                         \
    __atomic_add_fetch(&check_count, 1, __ATOMIC_RELAXED);                                                         \
    if (check_e != check_a && (check_e == NULL || check_a == NULL || strcmp(check_e, check_a) != 0)) {             \
      __atomic_add_fetch(&check_failures, 1, __ATOMIC_RELAXED);                                                    \
      fprintf(stderr, "%s:%d: failed: %s is \"%s\", expected \"%s\"\n", __FILE__, __LINE__, #actual,               \
              check_a ? check_a : "(null)", check_e ? check_e : "(null)");                                         \
    }                                                                                                              \
  } while (0)

/* The program's exit status. */
static inline int check_end(void) {
  printf("%d checks, %d failed\n", check_count, check_failures);
  return check_failures != 0;
}

#endif
