/* Sessions: a browser signs in with a one-time code or a token, and gets a cookie. */
#include "api/handlers.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "api/write.h"

struct session_input {
	struct given given;
	str code;
	str token;
};

static const struct field session_fields[] = {
#define X(...) FIELD_ROW(struct session_input, __VA_ARGS__)
	SESSION_FIELDS(X)
#undef X
};

const struct shape session_body = { "session", "how a browser signs in",
				    sizeof(struct session_input), session_fields,
				    countof(session_fields) };

static void put_cookie(struct request *request, str value, i64 seconds)
{
	struct buf text;
	buf_init(&text, 256);
	buf_add(&text, request->is_secure ? STR("__Host-belfry=") : STR("belfry="));
	buf_add(&text, value);
	buf_add(&text, STR("; Path=/; HttpOnly; SameSite=Strict; Max-Age="));
	buf_add_i64(&text, seconds);
	if (request->is_secure) buf_add(&text, STR("; Secure"));
	request_add_field(request, STR("Set-Cookie"), str_copy(&request->arena, buf_view(&text)));
	buf_done(&text);
}

static enum err find_who(struct request *request, const struct session_input *input)
{
	const struct token_row *row;
	if (input->code.len)
		return sessions_take_code(api_sessions(request->api), input->code,
					  request->now.boot, &request->who)
			       ? ERR_OK
			       : ERR_UNAUTHORIZED;
	enum err err = auth_check(api_auth(request->api), input->token, request->now.wall, &row);
	if (err) return err;
	request->who = (struct who){
		.token = row->id, .tenant = row->tenant, .user = row->user, .role = row->role
	};
	return ERR_OK;
}

enum err session_decode(struct request *request)
{
	const struct session_input *input = request->input;
	const struct api_doors *doors = api_doors(request->api);
	struct auth *auth = api_auth(request->api);
	char id[SESSION_TEXT_BYTES];
	u8 random[SESSION_ID_BYTES];
	u32 penalty = auth_penalty(auth, request->source, request->now.boot);
	if (penalty) {
		request->retry_after = penalty;
		return request_refuse(request, ERR_QUOTA,
				      "too many wrong tokens came from this "
				      "address");
	}
	enum err err = find_who(request, input);
	if (err) {
		auth_note_wrong(auth, request->source, request->now.boot);
		return err;
	}
	doors->random(doors->context, random, sizeof random);
	err = sessions_begin(api_sessions(request->api), &request->who, random, request->now.boot,
			     id);
	/* The table's texts may move on: our own are needed until the answer. */
	request->who.tenant = str_copy(&request->arena, request->who.tenant);
	request->who.user = str_copy(&request->arena, request->who.user);
	if (!err) put_cookie(request, (str){ id, sizeof id }, SESSION_MS / MSEC_SECOND);
	return err;
}

bool session_render(struct request *request)
{
	struct buf *out = &request->out;
	request->status = 201;
	write_open(out, '{');
	put_text(out, STR("tenant_id"), request->who.tenant);
	put_text(out, STR("role"), role_name(request->who.role));
	put_text_or_null(out, STR("user_id"), request->who.user);
	put_i64(out, STR("expires_in_seconds"), SESSION_MS / MSEC_SECOND);
	write_close(out, '}');
	return true;
}

bool session_render_ended(struct request *request)
{
	if (request->session.len) sessions_end(api_sessions(request->api), request->session);
	put_cookie(request, STR(""), 0);
	request->status = 204;
	return true;
}
