#ifndef CSCANBEAM_LAYOUT_H
#define CSCANBEAM_LAYOUT_H

/// The members of a JSON object that tells the sizes of the public structs and the offsets of their fields. To be called once.
const char *cscanbeam_layout(void);

#endif
