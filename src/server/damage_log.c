/* A dashboard that asks for a list each second would write the same line each second: a row that
 * was told lately is only counted. */
#include "server/damage_log.h"

#include "base/err.h"
#include "base/hash.h"

#include <string.h>

void damage_log_init(struct damage_log *log, const struct log_sink *sink)
{
	*log = (struct damage_log){ .sink = sink };
	pthread_mutex_init(&log->lock, NULL);
}

void damage_log_done(struct damage_log *log)
{
	pthread_mutex_destroy(&log->lock);
}

u64 damage_log_found(const struct damage_log *log)
{
	return atomic_load(&log->found);
}

static u64 hash_of(const struct damaged_row *row)
{
	struct hash_key key = hash_key_from_seed(row->turn);
	key.a = hash_bytes(key, str_from(row->table));
	key.a = hash_bytes(key, (str){ (const char *)row->id.bytes, sizeof row->id.bytes });
	key.a = hash_bytes(key, damaged_row_name(row));
	return key.a ? key.a : 1;
}

/* Whether it was not told lately; from now on it was. */
static bool take_place(struct damage_log *log, u64 hash)
{
	bool is_known = false;
	pthread_mutex_lock(&log->lock);
	for (u32 i = 0; i < DAMAGE_LOG_TOLD && !is_known; i++) is_known = log->told[i] == hash;
	if (!is_known) log->told[log->told_len++ % DAMAGE_LOG_TOLD] = hash;
	pthread_mutex_unlock(&log->lock);
	return !is_known;
}

void damage_log_count(struct damage_log *log, msec now)
{
	struct log_about about = LOG_ABOUT;
	atomic_fetch_add(&log->found, 1);
	pthread_mutex_lock(&log->lock);
	bool is_first = !log->has_counted;
	log->has_counted = true;
	pthread_mutex_unlock(&log->lock);
	about.err_code = str_from(err_name(ERR_STORE_DAMAGED));
	if (is_first) log_write(log->sink, now, PHRASE_ROW_SKIPPED, &about);
}

static void keep_words(struct damage_log *log, const struct damaged_row *row)
{
	struct buf words;
	buf_init(&words, DAMAGE_LOG_WORDS - 1);
	damaged_row_print(row, &words);
	str text = buf_failed(&words) ? str_from(row->table) : buf_view(&words);
	pthread_mutex_lock(&log->lock);
	memcpy(log->words, text.at, text.len);
	log->words[text.len] = '\0';
	pthread_mutex_unlock(&log->lock);
	buf_done(&words);
}

void damage_log_last(struct damage_log *log, char out[DAMAGE_LOG_WORDS])
{
	pthread_mutex_lock(&log->lock);
	memcpy(out, log->words, DAMAGE_LOG_WORDS);
	pthread_mutex_unlock(&log->lock);
}

void damage_log_report(struct damage_log *log, msec now, const struct damaged_row *row)
{
	struct log_about about = LOG_ABOUT;
	const struct log_number turn = { "turn", (i64)row->turn * LOG_THOUSAND };
	atomic_fetch_add(&log->found, 1);
	keep_words(log, row);
	if (!take_place(log, hash_of(row))) return;
	about.tenant = row->tenant;
	about.run = uuid_is_nil(&row->run) ? NULL : &row->run;
	about.table = str_from(row->table);
	about.row = uuid_is_nil(&row->id) ? NULL : &row->id;
	about.name = damaged_row_name(row);
	about.err_code = str_from(err_name(ERR_STORE_DAMAGED));
	about.numbers = &turn;
	about.numbers_len = row->turn ? 1 : 0;
	log_write(log->sink, now, PHRASE_ROW_FOUND, &about);
}
