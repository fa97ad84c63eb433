#include "handler/capture.h"

#include "base/must.h"

static const str mark = { "::progress ", sizeof "::progress " - 1 };

void capture_init(struct capture *capture, capture_progress *progress, void *context)
{
	*capture = (struct capture){ .progress = progress, .context = context };
	buf_init(&capture->kept, HANDLER_OUTPUT_BYTES);
}

void capture_done(struct capture *capture)
{
	buf_done(&capture->kept);
}

static void keep(struct capture *capture, str text)
{
	size_t room = HANDLER_OUTPUT_BYTES - capture->kept.len;
	capture->len += text.len;
	/* Without memory what is kept ends here, as at the bound. */
	if (!buf_failed(&capture->kept)) buf_add(&capture->kept, str_slice(text, 0, room));
}

/* "::progress 40 almost there". False: it is not. */
static bool read_progress(const struct capture *capture, str line)
{
	u64 percent;
	if (!str_starts_with(line, mark)) return false;
	str message = str_from_offset(line, mark.len);
	if (!str_to_u64(str_split(&message, ' '), 100, &percent)) return false;
	capture->progress(capture->context, (u32)percent, str_trim(message));
	return true;
}

static str without_return(str line)
{
	if (line.len && line.at[line.len - 1] == '\r') line.len--;
	return line;
}

/* Whether what there is of the line may still become one of progress. */
static bool may_be_progress(const struct capture *capture)
{
	str line = { capture->line, capture->line_len };
	size_t common = line.len < mark.len ? line.len : mark.len;
	return line.len < sizeof capture->line &&
	       str_eq(str_slice(line, 0, common), str_slice(mark, 0, common));
}

static void flush(struct capture *capture)
{
	keep(capture, (str){ capture->line, capture->line_len });
	capture->line_len = 0;
}

static void end_line(struct capture *capture)
{
	str line = { capture->line, capture->line_len };
	if (!capture->is_in_line && read_progress(capture, without_return(line))) {
		capture->line_len = 0;
		return;
	}
	flush(capture);
	keep(capture, STR("\n"));
	capture->is_in_line = false;
}

/* As much of the piece as is certain, up to and including the end of a line. */
static size_t add_some(struct capture *capture, str piece)
{
	size_t end = str_find(piece, '\n');
	if (capture->is_in_line) {
		keep(capture, str_slice(piece, 0, end));
	} else {
		size_t room = sizeof capture->line - capture->line_len;
		size_t len = end < room ? end : room;
		if (len) memcpy(capture->line + capture->line_len, piece.at, len);
		capture->line_len += (u32)len;
		if (!may_be_progress(capture)) {
			flush(capture);
			capture->is_in_line = true;
		}
		if (len < end) return len;
	}
	if (end == piece.len) return end;
	end_line(capture);
	return end + 1;
}

void capture_add(struct capture *capture, str piece)
{
	if (!capture->progress) {
		keep(capture, piece);
		return;
	}
	while (piece.len) piece = str_from_offset(piece, add_some(capture, piece));
}

void capture_close(struct capture *capture)
{
	str line = { capture->line, capture->line_len };
	if (!capture->progress) return;
	if (capture->is_in_line || !read_progress(capture, without_return(line))) flush(capture);
	capture->line_len = 0;
}

void tail_add(struct tail *tail, str piece)
{
	if (piece.len > TAIL_BYTES) {
		tail->is_cut = true;
		piece = str_from_offset(piece, piece.len - TAIL_BYTES);
	}
	size_t keep_len = tail->len;
	if (keep_len + piece.len > TAIL_BYTES) {
		keep_len = TAIL_BYTES - piece.len;
		memmove(tail->text, tail->text + tail->len - keep_len, keep_len);
		tail->is_cut = true;
	}
	if (piece.len) memcpy(tail->text + keep_len, piece.at, piece.len);
	tail->len = (u32)(keep_len + piece.len);
}

static bool is_space(char c)
{
	return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static str trim(str text)
{
	while (text.len && is_space(text.at[text.len - 1])) text.len--;
	while (text.len && is_space(text.at[0])) text = str_from_offset(text, 1);
	return text;
}

static void add_safe(struct buf *out, str text)
{
	while (text.len) {
		size_t len = str_utf8_length(text);
		bool control = ((unsigned char)text.at[0] < ' ' && text.at[0] != '\n' &&
				text.at[0] != '\t') ||
			       text.at[0] == 0x7f;
		if (len == 0 || control) buf_add_byte(out, '?');
		else buf_add(out, str_slice(text, 0, len));
		text = str_from_offset(text, len ? len : 1);
	}
}

str tail_text(const struct tail *tail, size_t max, struct arena *arena)
{
	struct buf safe;
	str text = trim((str){ tail->text, tail->len });
	if (text.len > max) text = str_from_offset(text, text.len - max);
	/* Not from the middle of a character. */
	while (text.len && ((unsigned char)text.at[0] & 0xc0) == 0x80)
		text = str_from_offset(text, 1);
	buf_init(&safe, TAIL_BYTES + 1);
	add_safe(&safe, text);
	str copy = buf_failed(&safe) ? STR("") : str_copy(arena, buf_view(&safe));
	buf_done(&safe);
	return copy;
}
