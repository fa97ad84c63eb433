#include "net/notify.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static enum err notify_address(str name, struct sockaddr_un *out, socklen_t *out_len,
			       struct why *why)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	bool is_known = name.at[0] == '/' || name.at[0] == '@';
	if (!is_known || name.len >= sizeof address.sun_path)
		return fail(why, ERR_ADDRESS,
			    "NOTIFY_SOCKET must be a path or an @name of less "
			    "than %zu bytes",
			    sizeof address.sun_path);
	memcpy(address.sun_path, name.at, name.len);
	if (name.at[0] == '@') address.sun_path[0] = '\0';
	*out = address;
	*out_len = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + name.len);
	return ERR_OK;
}

enum err notify_send(str socket_name, str state, struct why *why)
{
	struct sockaddr_un address;
	socklen_t len = 0;
	if (socket_name.len == 0) return ERR_OK;
	enum err err = notify_address(socket_name, &address, &len, why);
	if (err) return err;
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0) return fail(why, ERR_IO, "notify socket: %s", strerror(errno));
	ssize_t sent = sendto(fd, state.at, state.len, MSG_NOSIGNAL | MSG_DONTWAIT,
			      (const struct sockaddr *)&address, len);
	if (sent != (ssize_t)state.len)
		err = fail(why, ERR_IO, "notify %.*s: %s", STR_ARG(socket_name), strerror(errno));
	close(fd);
	return err;
}
