// Writes charts/tintype/files/seccomp.json: the system calls that a browser's container may make, and
// seccomp-wall.json, the same for browsers behind a wall. The format is that of the OCI runtime specification. It
// covers the machine's own architecture; calls of another one end the process. All other calls fail with EPERM:
// modules, mounts, clocks, keys, BPF, perf, io_uring, and calls that need a capability. No pod of ours has a
// capability.
import { writeFileSync } from 'node:fs';

const groups = {
  files: `access chdir chmod chown close close_range copy_file_range creat dup dup2 dup3 faccessat faccessat2 fadvise64
    fallocate fchdir fchmod fchmodat fchmodat2 fchown fchownat fcntl fdatasync fgetxattr flistxattr flock fremovexattr
    fsetxattr fstat fstatfs fsync ftruncate futimesat getcwd getdents getdents64 getxattr getxattrat ioctl lchown lgetxattr
    link linkat listxattr listxattrat llistxattr lremovexattr lseek lsetxattr lstat mkdir mkdirat mknod mknodat name_to_handle_at
    newfstatat open openat openat2 pread64 preadv preadv2 pwrite64 pwritev pwritev2 read readahead readlink readlinkat readv
    removexattr removexattrat rename renameat renameat2 rmdir sendfile setxattr setxattrat splice stat statfs statx symlink
    symlinkat sync sync_file_range syncfs tee truncate umask unlink unlinkat utime utimensat utimes vmsplice write writev`,
  watching: `epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2 fanotify_mark inotify_add_watch
    inotify_init inotify_init1 inotify_rm_watch io_cancel io_destroy io_getevents io_pgetevents io_setup io_submit poll ppoll
    pselect6 select signalfd signalfd4`,
  memory: `brk cachestat madvise map_shadow_stack membarrier memfd_create memfd_secret mincore mlock mlock2 mlockall mmap mprotect
    mremap mseal msync munlock munlockall munmap pkey_alloc pkey_free pkey_mprotect process_mrelease
    remap_file_pages`,
  processes: `arch_prctl capget capset execve execveat exit exit_group fork get_robust_list get_thread_area getegid geteuid getgid
    getgroups getpgid getpgrp getpid getppid getpriority getresgid getresuid getrlimit getrusage getsid gettid getuid
    ioprio_get ioprio_set kill pidfd_open pidfd_send_signal prctl prlimit64 process_vm_readv process_vm_writev ptrace
    rseq sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getattr sched_getparam sched_getscheduler
    sched_rr_get_interval sched_setaffinity sched_setattr sched_setparam sched_setscheduler sched_yield seccomp set_robust_list
    set_thread_area set_tid_address setfsgid setfsuid setgid setgroups setpgid setpriority setregid setresgid setresuid
    setreuid setrlimit setsid setuid tgkill times tkill uname vfork wait4 waitid`,
  'landlock, by which a process gives up rights': 'landlock_add_rule landlock_create_ruleset landlock_restrict_self',
  signals: `alarm pause restart_syscall rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigreturn rt_sigsuspend
    rt_sigtimedwait rt_tgsigqueueinfo sigaltstack`,
  time: `adjtimex clock_getres clock_gettime clock_nanosleep getitimer gettimeofday nanosleep setitimer time timer_create
    timer_delete timer_getoverrun timer_gettime timer_settime timerfd_create timerfd_gettime timerfd_settime`,
  'waiting for each other': `futex futex_requeue futex_wait futex_waitv futex_wake mq_getsetattr mq_notify mq_open mq_timedreceive
    mq_timedsend mq_unlink msgctl msgget msgrcv msgsnd pipe pipe2 semctl semget semop semtimedop shmat shmctl shmdt shmget`,
  sockets: `accept accept4 bind connect getpeername getsockname getsockopt listen recvfrom recvmmsg recvmsg sendmmsg sendmsg sendto
    setsockopt shutdown socketpair`,
  machine: 'getcpu getrandom riscv_hwprobe sysinfo',
  // The only addition to the usual profile: Chromium puts each renderer into its own namespaces, without privileges outside
  // of them. https://chromium.googlesource.com/chromium/src/+/main/docs/linux/sandboxing.md
  "Chromium's sandbox": 'chroot clone clone3 setns unshare',
};

const allow = (names, args) => ({ names, action: 'SCMP_ACT_ALLOW', ...(args ? { args } : {}) });
const equals = (value) => [{ index: 0, value, op: 'SCMP_CMP_EQ' }];
/** Sockets between processes, to the internet, and to the kernel about networks; some forty other families are refused. */
const families = { unix: 1, inet: 2, inet6: 10, netlink: 16 };
/** Linux's own personalities, with and without those for old programs, and the query. */
const personalities = [0x0, 0x8, 0x20000, 0x20008, 0xffffffff];

/**
 * bubblewrap builds the wall's view of files with these, inside the user namespace that it creates. Outside of it they need a
 * capability, which no pod of ours has. https://man7.org/linux/man-pages/man7/user_namespaces.7.html
 */
const ofWall = 'mount pivot_root umount2';

const profileOf = (...further) => ({
  defaultAction: 'SCMP_ACT_ERRNO',
  defaultErrnoRet: 1,
  syscalls: [
    ...[...Object.values(groups), ...further].map((names) => allow(names.trim().split(/\s+/).sort())),
    ...Object.values(families).map((value) => allow(['socket'], equals(value))),
    ...personalities.map((value) => allow(['personality'], equals(value))),
  ],
});

const files = { 'seccomp.json': profileOf(), 'seccomp-wall.json': profileOf(ofWall) };
for (const [name, profile] of Object.entries(files)) {
  writeFileSync(new URL(`../charts/tintype/files/${name}`, import.meta.url), `${JSON.stringify(profile, null, 2)}\n`);
  const names = profile.syscalls.flatMap((each) => each.names);
  process.stdout.write(`${name}: ${new Set(names).size} system calls\n`);
}
