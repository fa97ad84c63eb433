/* Reminders and what lies in inboxes, as lists, answers and events show them. */
#ifndef BELFRY_API_REMINDERS_H
#define BELFRY_API_REMINDERS_H

#include "store/query.h"

void show_reminder(struct buf *out, const struct reminder_view *view);
void show_notice(struct buf *out, const struct notice_row *row);

#endif
