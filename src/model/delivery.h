/* The words of the delivery log. */
#ifndef BELFRY_MODEL_DELIVERY_H
#define BELFRY_MODEL_DELIVERY_H

#include "model/rows.h"

str delivery_next_name(enum delivery_next next);

#endif
