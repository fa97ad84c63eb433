#include "server/stamp.h"

#include "calendar/civil.h"

void stamp_print(msec instant, char out[STAMP_BYTES])
{
	struct buf text;
	u32 len = 0;
	buf_init(&text, 100);
	instant_print(instant, &text);
	for (size_t i = 0; i < text.len && text.at[i] != '.' && text.at[i] != 'Z'; i++)
		if (text.at[i] != '-' && text.at[i] != ':' && len < STAMP_BYTES - 2)
			out[len++] = text.at[i];
	out[len++] = 'Z';
	out[len] = '\0';
	buf_done(&text);
}
