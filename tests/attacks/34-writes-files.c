// row 34: writes files
// clock start=5s,move=10s
// case anywhere: in other folders than its own
// doors etc tmp var-tmp shm home record opponent stage itself folder-of-itself rename truncate chmod utimes xattr
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
// case much: as much as fits in its own
// limits scratch=16MB
// doors much
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN|BLOCKED
// case many: as many as fit in its own
// limits scratch=16MB
// doors many
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN|BLOCKED
// case sparse: one of a terabyte
// limits scratch=16MB
// doors sparse fallocate
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN|BLOCKED
#include "table.h"
#include <limits.h>
#include <sys/xattr.h>

// Nothing stays where nothing stops it.
static void door_new(const char *name, const char *folder)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/leitai-attack-%d", folder, getpid());
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    door(name, fd);
    if (fd >= 0) {
        unlink(path);
        close(fd);
    }
}

// In memory of its own, if that is more than semaphores need.
static void door_room(const char *name, const char *folder)
{
    static char much[1 << 20];
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/leitai-attack-%d", folder, getpid());
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    signal(SIGXFSZ, SIG_IGN);
    door(name, fd >= 0 && write(fd, much, sizeof much) == sizeof much ? 0 : -1);
    if (fd >= 0) {
        unlink(path);
        close(fd);
    }
}

static void anywhere(void)
{
    char itself[PATH_MAX] = "", away[PATH_MAX], *slash;
    if (readlink("/proc/self/exe", itself, sizeof itself - 1) == -1)
        snprintf(itself, sizeof itself, "%s", fact("itself"));
    door_new("etc", "/etc");
    door_new("tmp", "/tmp");
    door_new("var-tmp", "/var/tmp");
    door_room("shm", "/dev/shm");
    door_new("home", fact("home"));
    door_file("record", fact("record"), O_WRONLY);
    door_file("opponent", fact("opponent"), O_RDWR);
    door_file("stage", fact("stage"), O_RDWR);
    door_file("itself", itself, O_RDWR);
    snprintf(away, sizeof away, "%s", itself);
    door("chmod", chmod(itself, 0755));
    door("utimes", utimensat(AT_FDCWD, itself, NULL, 0));
    door("xattr", setxattr(itself, "user.leitai", "1", 1, 0));
    door("truncate", truncate(fact("record"), 1 << 20));
    if ((slash = strrchr(away, '/')))
        *slash = '\0';
    door_new("folder-of-itself", away);
    snprintf(away, sizeof away, "%.4000s.moved", fact("secret"));
    long moved = rename(fact("secret"), away);
    door("rename", moved);
    if (moved == 0)
        moved = rename(away, fact("secret"));
}

// A file without a name, in the first folder that takes it, where it stands from then on.
static int nameless(void)
{
    const char *folders[] = {".", getenv("TMPDIR"), getenv("HOME"), "/tmp", "/dev/shm", "/var/tmp"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char path[PATH_MAX];
        if (!folders[i])
            continue;
        snprintf(path, sizeof path, "%s/leitai-attack-%d", folders[i], getpid());
        int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (fd >= 0) {
            report("it may write in %s", folders[i]);
            unlink(path);
            if (chdir(folders[i]) == -1)
                exit(97);
            return fd;
        }
    }
    return -1;
}

static void much(void)
{
    static char bytes[MB];
    int fd = nameless();
    if (fd == -1) {
        blocked("much", errno);
        return;
    }
    // A disk is not filled to the brim where nothing stops it.
    for (int i = 0; i < 64; i++)
        if (write(fd, bytes, sizeof bytes) != sizeof bytes) {
            report("%d MB", i);
            blocked("much", errno);
            return;
        }
    opened("much");
}

static void many(void)
{
    // Twice what a scratch folder holds.
    enum { MANY = 2048 };
    char name[64];
    int made = 0, error = 0, fd = nameless();
    if (fd == -1) {
        blocked("many", errno);
        return;
    }
    close(fd);
    for (; made < MANY && !error; made++) {
        snprintf(name, sizeof name, "leitai-attack-%d-%d", getpid(), made);
        fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        error = fd == -1 ? errno : 0;
        close(fd);
    }
    report("%d files", made - (error != 0));
    if (error)
        blocked("many", error);
    else
        opened("many");
    while (made-- > 0) {
        snprintf(name, sizeof name, "leitai-attack-%d-%d", getpid(), made);
        unlink(name);
    }
}

static void sparse(void)
{
    int fd = nameless();
    if (fd == -1) {
        blocked("sparse", errno);
        blocked("fallocate", errno);
        return;
    }
    door("fallocate", fallocate(fd, 0, 0, 128 * MB));
    door("sparse", ftruncate(fd, 1L << 40));
}

int main(int count, char **words)
{
    begin(count, words);
    // Some limits send this.
    signal(SIGXFSZ, SIG_IGN);
    if (is_case("much"))
        much();
    else if (is_case("many"))
        many();
    else if (is_case("sparse"))
        sparse();
    else
        anywhere();
    play_on();
}
