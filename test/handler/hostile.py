"""Hostile programs and hostile words for the suite `programs`. A program says REACHED when it got
at something it must not; `@` stands for facts of the story, such as its folder."""

SYSTEM_CALLS = {  # of x86_64
    "ptrace": (101, 0, 0, 0, 0),
    "mount": (165, 0, 0, 0, 0),
    "umount2": (166, 0, 0),
    "pivot_root": (155, 0, 0),
    "chroot": (161, 0),
    "unshare": (272, 0x10000000),
    "setns": (308, 0, 0),
    "bpf": (321, 0, 0, 0),
    "perf_event_open": (298, 0, 0, 0, 0, 0),
    "userfaultfd": (323, 0),
    "io_uring_setup": (425, 1, 0),
    "keyctl": (250, 0, 0),
    "add_key": (248, 0, 0, 0, 0, 0),
    "kexec_load": (246, 0, 0, 0, 0),
    "init_module": (175, 0, 0, 0),
    "reboot": (169, 0, 0, 0),
    "process_vm_readv": (310, 1, 0, 0, 0, 0, 0),
    "settimeofday": (164, 0, 0),
    "syslog": (103, 0, 0, 0),
    "swapoff": (168, 0),
    "sethostname": (170, 0, 0),
    "open_by_handle_at": (304, 0, 0, 0),
    "fsopen": (430, 0, 0),
    "clone_newuser": (56, 0x10000000 | 17, 0, 0, 0, 0),
    "clone_newnet": (56, 0x40000000 | 17, 0, 0, 0, 0),
    "pidfd_getfd": (438, 0, 0, 0),
}

# name, settings, body: each must end as a success without having REACHED anything.
QUIET = [
    (
        "environment",
        {},
        """
        import os
        names = set(os.environ) - {"PATH", "LANG", "TZ", "JOB_ID", "JOB_ATTEMPT", "LC_CTYPE"}
        if names or "canary" in str(os.environ): print("REACHED", names)
        """,
    ),
    (
        "descriptors",
        {},
        """
        import os
        for fd in range(3, 1024):
            try: os.fstat(fd); print("REACHED", fd)
            except OSError: pass
        """,
    ),
    (
        "identity",
        {},
        """
        import os
        if os.getuid() in (0, 65534) or os.geteuid() == 0 or os.getgroups(): print("REACHED")
        for act in (lambda: os.setuid(0), lambda: os.setgid(0), lambda: os.setgroups([0])):
            try: act(); print("REACHED")
            except OSError: pass
        """,
    ),
    (
        "no_new_privileges",
        {},
        """
        import ctypes
        if ctypes.CDLL(None).prctl(39, 0, 0, 0, 0) != 1: print("REACHED")
        """,
    ),
    (
        "secret_of_the_data_folder",
        {},
        """
        for path in ("@/data/secret", "@/data/open", "@/records", "@/programs.ini"):
            try: open(path).read(); print("REACHED", path)
            except OSError: pass
        """,
    ),
    (
        "data_folder_as_root",
        {"user": None},
        """
        import os
        for path in ("@/data/secret", "@/data/open", "/etc/shadow", "/proc/1/environ"):
            try: open(path).read(); print("REACHED", path)
            except OSError: pass
        try: os.listdir("@/data"); print("REACHED")
        except OSError: pass
        """,
    ),
    (
        "root_without_powers",
        {"user": None},
        """
        import os
        try: os.chown("@/data/open", 1, 1); print("REACHED")
        except OSError: pass
        try: os.setuid(5); print("REACHED")
        except OSError: pass
        """,
    ),
    (
        "writing_elsewhere",
        {},
        """
        for path in ("/tmp/belfry-hostile", "@/hostile", "/dev/shm/belfry", "/var/tmp/belfry"):
            try: open(path, "w"); print("REACHED", path)
            except OSError: pass
        """,
    ),
    (
        "other_runs_folders",
        {},
        """
        import os
        try: os.listdir(".."); print("REACHED")
        except OSError: pass
        """,
    ),
    (
        "processes_of_others",
        {},
        """
        import os
        for path in ("/proc/1/environ", "/proc/@driver/environ", "/proc/@driver/mem", "/proc"):
            look = os.listdir if path == "/proc" else lambda it: open(it, "rb").read(1)
            try: look(path); print("REACHED", path)
            except OSError: pass
        """,
    ),
    (
        "signals_to_others",
        {},
        """
        import os
        for pid in (@driver, @victim):
            try: os.kill(pid, 9); print("REACHED", pid)
            except OSError: pass
        """,
    ),
    (
        "tcp",
        {},
        """
        import socket
        try: socket.create_connection(("127.0.0.1", @port), 1); print("REACHED")
        except OSError: pass
        """,
    ),
    (
        "udp_raw_and_netlink",
        {},
        """
        import socket
        for kind in ((socket.AF_INET, socket.SOCK_DGRAM), (socket.AF_INET6, socket.SOCK_DGRAM),
                     (socket.AF_PACKET, socket.SOCK_RAW), (socket.AF_NETLINK, socket.SOCK_RAW),
                     (40, socket.SOCK_STREAM)):
            try: socket.socket(*kind); print("REACHED", kind)
            except OSError: pass
        """,
    ),
    (
        "abstract_sockets",
        {},
        """
        import socket
        try: socket.socket(socket.AF_UNIX).connect("\\0@abstract"); print("REACHED")
        except OSError: pass
        """,
    ),
    (
        "raised_limits",
        {},
        """
        import resource
        wanted = {resource.RLIMIT_NOFILE: 64, resource.RLIMIT_CORE: 0, resource.RLIMIT_CPU: 60,
                  resource.RLIMIT_NPROC: 64, resource.RLIMIT_FSIZE: 64 << 20,
                  resource.RLIMIT_AS: 1 << 30}
        for kind, limit in wanted.items():
            if resource.getrlimit(kind) != (limit, limit): print("REACHED", kind)
            try: resource.setrlimit(kind, (limit + 1, limit + 1)); print("REACHED", kind)
            except (OSError, ValueError): pass
        """,
    ),
    (
        "memory",
        {"memory_mb": 256},
        """
        try: bytearray(1 << 30); print("REACHED")
        except MemoryError: pass
        """,
    ),
    (
        "open_files",
        {},
        """
        import os
        files = []
        try:
            for i in range(70): files.append(os.open("/dev/null", 0))
            print("REACHED")
        except OSError: pass
        """,
    ),
    (
        "long_files",
        {"file_mb": 1},
        """
        import signal
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        try:
            with open("long", "wb") as file: file.write(b"x" * (2 << 20))
            print("REACHED")
        except OSError: pass
        """,
    ),
    (
        "links_left_behind",
        {},
        """
        import os
        os.symlink("@/data", "link")
        path = "deep"
        for i in range(20): os.mkdir(path); path += "/d"
        os.mkdir("closed"); open("closed/x", "w"); os.chmod("closed", 0)
        """,
    ),
    (
        "system_calls",
        {},
        """
        import ctypes, platform
        libc = ctypes.CDLL(None, use_errno=True)
        calls = @calls if platform.machine() == "x86_64" else {}
        for name, numbers in calls.items():
            result = libc.syscall(*map(ctypes.c_long, numbers))
            if result == 0 and name.startswith("clone"): import os; os._exit(0)
            if result != -1 or ctypes.get_errno() not in (1, 38): print("REACHED", name)
        """,
    ),
    (
        "clone3",
        {},
        """
        import ctypes, platform
        libc = ctypes.CDLL(None, use_errno=True)
        if platform.machine() == "x86_64":
            if libc.syscall(435, 0, 0) != -1 or ctypes.get_errno() != 38: print("REACHED")
        """,
    ),
    (
        "own_folder",
        {},
        """
        import os
        open("mine", "w").write("x")
        if os.listdir(".") != ["mine"] or os.stat(".").st_mode & 0o77: print("REACHED")
        """,
    ),
    (
        "terminal",
        {},
        """
        import os
        try: os.open("/dev/tty", os.O_RDWR); print("REACHED")
        except OSError: pass
        if os.getsid(0) == os.getpid(): print("REACHED")
        """,
    ),
]

# name, settings, body, timeout_ms, outcome, class: none of them may leave a process behind.
LOUD = [
    (
        "term_ignored",
        "sh",
        {},
        "trap '' TERM HUP INT; while :; do sleep 98765; done",
        150,
        "retry",
        "timeout",
    ),
    ("term_obeyed", "sh", {"kill_after_ms": 60000}, "sleep 98765", 150, "retry", "timeout"),
    ("stopped_itself", "sh", {}, "kill -STOP $$", 150, "retry", "timeout"),
    (
        "fork_bomb",
        "sh",
        {"processes": 24},
        "f() { f | f & }; f; while :; do :; done",
        300,
        "any",
        "",
    ),
    (
        "stubborn_bomb",
        "python3",
        {"processes": 24},
        """
        import os, signal
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            try:
                if os.fork() == 0: os.setsid()
            except OSError: pass
        """,
        300,
        "retry",
        "timeout",
    ),
    ("daemon", "sh", {}, "(setsid sleep 98765 >/dev/null 2>&1 &) ; echo done", 5000, "success", ""),
    ("daemon_with_our_pipes", "sh", {}, "setsid sleep 98765 & echo done", 5000, "success", ""),
    (
        "double_fork",
        "python3",
        {},
        """
        import os, time
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.environ.clear()
                os.execve("/bin/sleep", ["sleep", "98765"], {})
            os._exit(0)
        os.wait()
        """,
        5000,
        "success",
        "",
    ),
    (
        "group_left",
        "python3",
        {},
        """
        import os, time
        for i in range(8):
            if os.fork() == 0:
                os.setpgid(0, 0)
                os.execv("/bin/sleep", ["sleep", "98765"])
        time.sleep(98765)
        """,
        200,
        "retry",
        "timeout",
    ),
    ("output_flood", "sh", {}, "exec yes", 900, "retry", "timeout"),
    ("long_output", "sh", {}, "yes | head -c 3000000; exit 75", 60000, "retry", "transient"),
    ("error_flood", "sh", {}, "exec yes >&2", 200, "retry", "timeout"),
    (
        "progress_flood",
        "sh",
        {},
        "exec yes '::progress 50 again and again'",
        200,
        "retry",
        "timeout",
    ),
    ("endless_line", "sh", {}, "exec tr '\\0' x </dev/zero", 200, "retry", "timeout"),
    ("deaf", "sh", {}, "exec <&-; sleep 98765", 200, "retry", "timeout"),
    ("mute", "sh", {}, "exec >&- 2>&-; sleep 98765", 200, "retry", "timeout"),
    ("retry_asked", "sh", {}, "echo later >&2; exit 75", 5000, "retry", "transient"),
    ("failed", "sh", {}, "echo no good >&2; exit 3", 5000, "fail", "permanent"),
    ("crashed", "sh", {}, "kill -SEGV $$", 5000, "retry", "transient"),
    (
        "killed_its_keeper",
        "sh",
        {},
        "kill -9 $PPID; kill -9 -1; sleep 98765",
        300,
        "retry",
        "timeout",
    ),
    ("spinning", "sh", {"cpu_seconds": 1}, "while :; do :; done", 60000, "retry", "transient"),
]

ARGUMENTS = [
    "--help",
    "-rf",
    "a b",
    "a;id",
    "$(id)",
    "`id`",
    "../x",
    "a\nb",
    "",
    "\u00e9",
    "a" * 300,
    "{name}",
    "\u0000",
    "a\u0000b",
    "A",
    "name=x",
    "*",
    "~",
    "%s%n",
    "'a'",
]
PROGRAMS = [
    "sh",
    "/bin/sh",
    "../../bin/sh",
    "slots\n",
    " slots",
    "SLOTS",
    "",
    "slots\u0000",
    "programs.ini",
]
