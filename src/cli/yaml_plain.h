/* Plain scalars of YAML as JSON. */
#ifndef BELFRY_CLI_YAML_PLAIN_H
#define BELFRY_CLI_YAML_PLAIN_H

#include "base/buf.h"

/* NULL; else why it cannot be told what the scalar means, and nothing is written. */
const char *yaml_write_plain(str text, struct buf *out);

#endif
