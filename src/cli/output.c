#include "cli/output.h"

void output_init(struct output *output, const struct doors *doors, enum stream stream)
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
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.at[i];
		unsigned char next = i + 1 < text.len ? (unsigned char)text.at[i + 1] : 0;
		bool is_c1 = c == 0xc2 && next >= 0x80 && next < 0xa0;
		bool is_control = c < 0x20 || c == 0x7f || is_c1;
		if (c == '\t') buf_add_byte(&output->text, ' ');
		else buf_add_byte(&output->text, is_control ? '?' : text.at[i]);
		i += is_c1;
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
