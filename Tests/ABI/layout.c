/* Prints size and member offsets of every public struct: `struct size` and `struct.member offset`, one a line. */
#include <scanbeam.h>

#include <stdio.h>

#define STRUCT(type) printf("%s %zu\n", #type, sizeof(type))
#define MEMBER(type, member) printf("%s.%s %zu\n", #type, #member, offsetof(type, member))

int main(void) {
#include "layout.inc"
  return 0;
}
