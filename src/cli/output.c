#include "cli/output.h"

void output_init(struct output *output, const struct doors *doors, enum output_stream stream)
{
	*output = (struct output){ .doors = doors, .stream = stream };
	buf_init(&output->text, OUTPUT_TEXT_MAX);
}

void output_done(struct output *output)
{
	buf_done(&output->text);
}

void output_begin(struct output *output, enum style style)
{
	static const char *const codes[] = {
		[STYLE_PLAIN] = "",           [STYLE_BOLD] = "\x1b[1m",     [STYLE_DIM] = "\x1b[2m",
		[STYLE_WARNING] = "\x1b[33m", [STYLE_ERROR] = "\x1b[1;31m",
	};
	if (output->color) buf_add(&output->text, str_from(codes[style]));
}

void output_end(struct output *output, enum style style)
{
	if (output->color && style != STYLE_PLAIN) buf_add(&output->text, STR("\x1b[0m"));
}

void output_styled(struct output *output, enum style style, str text)
{
	output_begin(output, style);
	buf_add(&output->text, text);
	output_end(output, style);
}

void output_safe(struct output *output, str text)
{
	while (text.len) {
		size_t len = str_utf8_length(text); /* 0: these bytes are no character */
		unsigned char c = (unsigned char)text.at[0];
		bool is_c1 = len == 2 && c == 0xc2 && (unsigned char)text.at[1] < 0xa0;
		if (c == '\t') buf_add_byte(&output->text, ' ');
		else if (len == 0 || c < 0x20 || c == 0x7f || is_c1)
			buf_add_byte(&output->text, '?');
		else buf_add(&output->text, str_slice(text, 0, len));
		text = str_from_offset(text, len ? len : 1);
	}
}

bool output_flush(struct output *output)
{
	if (output->result == WRITE_DONE && buf_failed(&output->text)) {
		(void)fail(&output->why, ERR_MEMORY, "no memory for the output");
		output->result = WRITE_FAILED;
	}
	if (output->result == WRITE_DONE && output->text.len) {
		output->result = output->doors->write(output->doors->context, output->stream,
						      buf_view(&output->text), &output->why);
	}
	buf_clear(&output->text);
	return output->result == WRITE_DONE;
}

bool output_flush_large(struct output *output)
{
	if (output->text.len < OUTPUT_PIECE) return output->result == WRITE_DONE;
	return output_flush(output);
}
