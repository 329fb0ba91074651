#include <libv4lconvert.h>
