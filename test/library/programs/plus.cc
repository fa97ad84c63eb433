// The header in C++, with the warnings that careful programs switch on.
#include <belfry.h>

#include <cstring>

namespace {
belfry_outcome handle_it(void *user, belfry_execution *execution)
{
	auto *calls = static_cast<int *>(user);
	*calls += std::strcmp(belfry_execution_type(execution), "plus") == 0;
	return BELFRY_DONE;
}
} // namespace

int main(int, char **argv)
{
	belfry_options options;
	BELFRY_INIT(&options);
	options.folder = argv[1];
	belfry *handle = nullptr;
	belfry_why why;
	int calls = 0;
	belfry_task task;
	BELFRY_INIT(&task);
	task.type = "plus";
	if (belfry_open(&options, &handle, &why) != BELFRY_OK) return 1;
	if (belfry_handle(handle, "plus", handle_it, &calls, &why) != BELFRY_OK) return 2;
	if (belfry_schedule(handle, &task, nullptr, &why) != BELFRY_OK) return 3;
	if (belfry_step(handle, &why) != BELFRY_OK) return 4;
	if (belfry_close(handle, &why) != BELFRY_OK) return 5;
	return calls == 1 ? 0 : 6;
}
