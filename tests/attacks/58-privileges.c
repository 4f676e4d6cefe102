// row 58: has or gets rights
// doors capabilities bounding ambient new-privileges root-user root-group groups set-groups capset keep-capabilities secure-bits chown set-user-file
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
// open R: groups root-user root-group
// open N: groups root-user root-group
#include "table.h"
#include <grp.h>
#include <linux/capability.h>
#include <sys/prctl.h>

static int has_capabilities(void)
{
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2] = {{0}};
    if (syscall(SYS_capget, &header, data) == -1)
        return 0;
    return (data[0].effective | data[0].permitted | data[0].inheritable | data[1].effective | data[1].permitted) != 0;
}

static int bounding(void)
{
    int count = 0;
    for (int i = 0; i < 64; i++)
        count += prctl(PR_CAPBSET_READ, i, 0, 0, 0) == 1;
    return count;
}

static int ambient(void)
{
    int count = 0;
    for (int i = 0; i < 64; i++)
        count += prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_IS_SET, i, 0, 0) == 1;
    return count;
}

int main(int count, char **words)
{
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct all[2] = {{~0U, ~0U, ~0U}, {~0U, ~0U, ~0U}};
    gid_t none[1] = {0};
    struct stat program;
    begin(count, words);
    door_if("capabilities", has_capabilities());
    // What no program that is started could get either.
    int may_get = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1;
    door_if("new-privileges", may_get);
    door_if("bounding", may_get && bounding());
    door_if("ambient", ambient());
    // Refused, or unknown in its name space.
    door_if("root-user", setresuid(0, 0, 0) == 0);
    door_if("root-group", setresgid(0, 0, 0) == 0);
    door_if("groups", getgroups(0, NULL) > 0);
    door("set-groups", setgroups(1, none));
    door("capset", syscall(SYS_capset, &header, all));
    // Of no use without rights, and asked for truthfully all the same.
    door_if("keep-capabilities", prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) == 0 && has_capabilities());
    door("secure-bits", prctl(PR_SET_SECUREBITS, 1, 0, 0, 0));
    door("chown", chown("/proc/self/exe", 12345, 12345));
    // Programs that would run as somebody else.
    int found = 0;
    const char *files[] = {"/bin/su", "/usr/bin/su", "/usr/bin/sudo", "/usr/bin/passwd", "/bin/mount"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        found += stat(files[i], &program) == 0 && (program.st_mode & S_ISUID) && access(files[i], X_OK) == 0;
    door_if("set-user-file", found && may_get);
    play_on();
}
