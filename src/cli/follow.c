#include "cli/follow.h"

#include "cli/remote.h"

enum { POLL_MS = 1000, PLACE_MAX = 1024, PAGE = 500 };

/* The place to continue: behind an event, or the cursor of a page that was not the last. */
struct follow_place {
	char text[PLACE_MAX];
	bool is_cursor;
	bool is_known;
};

static void place_set(struct follow_place *place, str text, bool is_cursor)
{
	if (!text.len || text.len >= sizeof place->text) return;
	memcpy(place->text, text.at, text.len);
	place->text[text.len] = '\0';
	place->is_cursor = is_cursor;
	place->is_known = true;
}

/* A text member without its quotes; ids, names and cursors need no more. */
static str plain(str object, const char *name)
{
	str text = render_member(object, name);
	bool is_text = text.len >= 2 && text.at[0] == '"';
	return is_text ? str_slice(text, 1, text.len - 1) : STR("");
}

static void add_word(struct cli *cli, str word)
{
	output_safe(&cli->out, word);
	buf_add(&cli->out.text, STR("  "));
}

static void show_event(struct cli *cli, enum output_form form, str event)
{
	str data = render_member(event, "data");
	if (form == FORM_JSON || form == FORM_NDJSON) {
		buf_add(&cli->out.text, event);
	} else if (form == FORM_NAME) {
		output_safe(&cli->out, plain(event, "id"));
	} else {
		add_word(cli, plain(event, "time"));
		add_word(cli, plain(event, "type"));
		if (plain(data, "job_code").len) add_word(cli, plain(data, "job_code"));
		if (plain(data, "type").len) add_word(cli, plain(data, "type"));
		output_safe(&cli->out, plain(event, "subject"));
		if (plain(data, "reason").len) buf_add(&cli->out.text, STR("  "));
		output_safe(&cli->out, plain(data, "reason"));
	}
	buf_add_byte(&cli->out.text, '\n');
}

static enum err ask(struct cli *cli, str path, const struct follow_place *place, u32 limit,
		    str *out_body)
{
	struct buf whole;
	bool has_query = str_find(path, '?') < path.len;
	buf_init(&whole, REMOTE_PATH_MAX);
	buf_add(&whole, path);
	buf_addf(&whole, "%climit=%u", has_query ? '&' : '?', limit);
	if (place->is_known) {
		buf_add(&whole, place->is_cursor ? STR("&cursor=") : STR("&after="));
		remote_encode(str_from(place->text), &whole);
	}
	enum err err = remote_send(
		cli, &(struct remote_call){ STR("GET"), buf_view(&whole), STR(""), 0 }, out_body);
	buf_done(&whole);
	return err;
}

/* Shows a page of what came behind the place, and moves it on. */
static enum err show_page(struct cli *cli, enum output_form form, str path,
			  struct follow_place *place, bool *out_more)
{
	str body, item;
	enum err err = ask(cli, path, place, PAGE, &body);
	if (err) return err;
	str rest = render_array(body, "data");
	while (render_next_item(&rest, &item)) {
		show_event(cli, form, item);
		place_set(place, plain(item, "id"), false);
	}
	str cursor = plain(body, "next_cursor");
	*out_more = cursor.len > 0;
	place_set(place, cursor, true);
	return ERR_OK;
}

/* The newest event there is: what comes behind it is news. */
static enum err find_end(struct cli *cli, str path, struct follow_place *place)
{
	str body, item;
	enum err err = ask(cli, path, place, 1, &body);
	str rest = err ? STR("") : render_array(body, "data");
	if (!err && render_next_item(&rest, &item)) place_set(place, plain(item, "id"), false);
	return err;
}

/* Takes "after=ID" out of the path's query: it is where to begin, not what to look for. */
static void take_after(str path, struct buf *out, struct follow_place *place)
{
	str rest = path;
	bool has_query = false;
	buf_add(out, str_split(&rest, '?'));
	while (rest.len) {
		str pair = str_split(&rest, '&');
		if (str_starts_with(pair, STR("after="))) {
			place_set(place, str_from_offset(pair, strlen("after=")), false);
			continue;
		}
		buf_add_byte(out, has_query ? '&' : '?');
		buf_add(out, pair);
		has_query = true;
	}
}

enum err follow_run(struct cli *cli, enum output_form form, str path)
{
	const struct doors *doors = cli->doors;
	struct follow_place place = { .is_known = false };
	struct buf filters;
	bool more = false;
	buf_init(&filters, REMOTE_PATH_MAX);
	take_after(path, &filters, &place);
	str list = buf_view(&filters);
	enum err err = ERR_OK;
	do {
		bool was_known = place.is_known;
		if (!was_known) err = find_end(cli, list, &place);
		else err = show_page(cli, form, list, &place, &more);
		if (!err && !output_flush(&cli->out)) break;
	} while (!err && (more || doors->pause(doors->context, POLL_MS)));
	buf_done(&filters);
	return err;
}
