/* Landlock and seccomp are spoken to directly: the C library has no words for Landlock, and a table
 * of sixty numbers needs no library. What the headers here do not know yet of Landlock is written
 * out. */
#define _GNU_SOURCE
#include "handler/confine.h"

#include "handler/denied.def"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- Landlock -------------------------------------------------------------------------------- */

enum { ABI_REFER = 2, ABI_TRUNCATE = 3, ABI_TCP = 4, ABI_IOCTL = 5, ABI_SCOPE = 6 };

enum {
	FS_ALL_V1 = (1 << 13) - 1,
	FS_REFER = 1 << 13,
	FS_TRUNCATE = 1 << 14,
	FS_IOCTL = 1 << 15,
	FS_READ = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
		  LANDLOCK_ACCESS_FS_READ_DIR,
	FS_OF_FILES = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
		      LANDLOCK_ACCESS_FS_WRITE_FILE | FS_TRUNCATE | FS_IOCTL,
};

struct ruleset {
	u64 fs;
	u64 net;   /* bind and connect by TCP */
	u64 scope; /* abstract sockets and signals */
};

static const char *const system_folders[] = {
	"/usr",
	"/bin",
	"/sbin",
	"/lib",
	"/lib32",
	"/lib64",
	"/libx32",
	"/etc/alternatives",
	"/etc/group",
	"/etc/hosts",
	"/etc/ld.so.cache",
	"/etc/localtime",
	"/etc/nsswitch.conf",
	"/etc/passwd",
	"/etc/resolv.conf",
	"/etc/ssl",
	"/dev/urandom",
	"/dev/random",
};

static const char *const devices[] = { "/dev/null", "/dev/zero", "/dev/full" };

u32 confine_landlock_abi(void)
{
	long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
	return abi > 0 ? (u32)abi : 0;
}

static u64 fs_known(u32 abi)
{
	u64 known = FS_ALL_V1;
	if (abi >= ABI_REFER) known |= FS_REFER;
	if (abi >= ABI_TRUNCATE) known |= FS_TRUNCATE;
	if (abi >= ABI_IOCTL) known |= FS_IOCTL;
	return known;
}

/* A path that is not there needs no rule. */
static int open_below(int ruleset, const char *path, u64 access)
{
	struct stat stat;
	struct landlock_path_beneath_attr rule = { .allowed_access = access };
	rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
	if (rule.parent_fd < 0) return errno == ENOENT || errno == EACCES ? 0 : errno;
	if (fstat(rule.parent_fd, &stat) == 0 && !S_ISDIR(stat.st_mode))
		rule.allowed_access &= FS_OF_FILES;
	long failed = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
	int error = failed ? errno : 0;
	close(rule.parent_fd);
	return error;
}

static int open_all(int ruleset, const char *const *paths, size_t len, u64 access)
{
	int error = 0;
	for (size_t i = 0; i < len && !error; i++) error = open_below(ruleset, paths[i], access);
	return error;
}

static int add_rules(int ruleset, const struct program *program, const char *work_folder, u64 known)
{
	u64 devices_access = known & (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
	int error = open_all(ruleset, system_folders, countof(system_folders), FS_READ);
	if (!error) error = open_all(ruleset, devices, countof(devices), devices_access);
	if (!error) error = open_all(ruleset, program->readable, program->readable_len, FS_READ);
	if (!error) error = open_all(ruleset, program->writable, program->writable_len, known);
	if (!error) error = open_below(ruleset, program->path, FS_READ);
	if (!error) error = open_below(ruleset, work_folder, known & ~(u64)FS_IOCTL);
	return error;
}

int confine_files(const struct program *program, const char *work_folder)
{
	u32 abi = confine_landlock_abi();
	if (abi == 0) return 0;
	struct ruleset rules = { .fs = fs_known(abi) };
	if (abi >= ABI_TCP && !program->numbers[PROGRAM_NETWORK]) rules.net = 3;
	if (abi >= ABI_SCOPE) rules.scope = 3;
	long ruleset = syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
	if (ruleset < 0) return errno;
	int error = add_rules((int)ruleset, program, work_folder, rules.fs);
	if (!error && syscall(SYS_landlock_restrict_self, (int)ruleset, 0) != 0) error = errno;
	close((int)ruleset);
	return error;
}

/* ---- seccomp --------------------------------------------------------------------------------- */

#if defined(__x86_64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "name the architecture for seccomp here"
#endif

enum { X32_BIT = 0x40000000, FILTER_MAX = 256 };

static const u32 new_namespaces = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
				  CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWCGROUP;

/* clang-format off */
static const u32 denied[] = {
#define X(call, sentence) SYS_##call,
	DENIED_CALLS(X)
#undef X
};
/* clang-format on */

struct filter {
	struct sock_filter at[FILTER_MAX];
	u32 len;
};

static void add(struct filter *filter, u16 code, u32 value, u8 if_true, u8 if_false)
{
	if (filter->len < FILTER_MAX)
		filter->at[filter->len] = (struct sock_filter){ code, if_true, if_false, value };
	filter->len++;
}

static void load(struct filter *filter, size_t offset)
{
	add(filter, BPF_LD | BPF_W | BPF_ABS, (u32)offset, 0, 0);
}

static void answer(struct filter *filter, int error)
{
	add(filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (u32)error, 0, 0);
}

static void load_call(struct filter *filter)
{
	load(filter, offsetof(struct seccomp_data, nr));
}

/* Each test skips its own answer, so that no jump is ever long. */
static void deny(struct filter *filter, u32 call, int error)
{
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1);
	answer(filter, error);
}

/* Only the architecture this table is for: 32-bit calls have other numbers. */
static void add_architecture(struct filter *filter)
{
	load(filter, offsetof(struct seccomp_data, arch));
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, NATIVE_ARCHITECTURE, 1, 0);
	add(filter, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
	load_call(filter);
	add(filter, BPF_JMP | BPF_JSET | BPF_K, X32_BIT, 0, 1);
	answer(filter, EPERM);
}

/* Of these one argument decides: call, which, test, and the answer when the test holds. */
static void add_argument(struct filter *filter, u32 call, u32 argument, u16 test, u32 value,
			 bool holds, int error)
{
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
	load(filter, offsetof(struct seccomp_data, args) + 8 * argument);
	add(filter, (u16)(BPF_JMP | test | BPF_K), value, holds ? 0 : 1, holds ? 1 : 0);
	answer(filter, error);
	load_call(filter);
}

int confine_calls(bool has_network)
{
	struct filter filter = { .len = 0 };
	add_architecture(&filter);
	for (size_t i = 0; i < countof(denied); i++) deny(&filter, denied[i], EPERM);
	/* Its flags are behind a pointer; without it the C library uses clone, whose are not. */
	deny(&filter, SYS_clone3, ENOSYS);
	add_argument(&filter, SYS_clone, 0, BPF_JSET, new_namespaces, true, EPERM);
	add_argument(&filter, SYS_ioctl, 1, BPF_JEQ, TIOCSTI, true, EPERM);
	if (!has_network) add_argument(&filter, SYS_socket, 0, BPF_JEQ, AF_UNIX, false, EACCES);
	add(&filter, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
	if (filter.len > FILTER_MAX) return E2BIG;
	struct sock_fprog program = { .len = (u16)filter.len, .filter = filter.at };
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? 0 : errno;
}

/* ---- limits and user ------------------------------------------------------------------------- */

static int limit(int resource, u64 value)
{
	struct rlimit both = { value, value };
	return setrlimit((__rlimit_resource_t)resource, &both) == 0 ? 0 : errno;
}

int confine_resources(const struct program *program)
{
	enum { FILES = 64 };
	const u64 mebibyte = 1 << 20;
	int error = limit(RLIMIT_CPU, program->numbers[PROGRAM_CPU_SECONDS]);
	if (!error) error = limit(RLIMIT_AS, program->numbers[PROGRAM_MEMORY_MB] * mebibyte);
	if (!error) error = limit(RLIMIT_NPROC, program->numbers[PROGRAM_PROCESSES]);
	if (!error) error = limit(RLIMIT_FSIZE, program->numbers[PROGRAM_FILE_MB] * mebibyte);
	if (!error) error = limit(RLIMIT_NOFILE, FILES);
	if (!error) error = limit(RLIMIT_CORE, 0);
	if (error) return error;
	return setpriority(PRIO_PROCESS, 0, (int)program->numbers[PROGRAM_NICE]) == 0 ? 0 : errno;
}

/* Root without a capability is a user who owns what root owns. */
static int drop_capabilities(void)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct none[2] = { { 0, 0, 0 }, { 0, 0, 0 } };
	for (int cap = 0; prctl(PR_CAPBSET_READ, cap, 0, 0, 0) >= 0; cap++) {
		if (prctl(PR_CAPBSET_DROP, cap, 0, 0, 0) != 0) return errno;
	}
	return syscall(SYS_capset, &head, none) == 0 ? 0 : errno;
}

int confine_user(const struct program *program)
{
	if (geteuid() != 0) return 0;
	if (setgroups(0, NULL) != 0) return errno;
	if (!program->has_user) return drop_capabilities();
	if (setresgid(program->gid, program->gid, program->gid) != 0) return errno;
	if (setresuid(program->uid, program->uid, program->uid) != 0) return errno;
	return setuid(0) == 0 ? EPERM : 0;
}
