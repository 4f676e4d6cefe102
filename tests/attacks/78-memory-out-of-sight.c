// row 78: memory that does not show where it is looked for
// limits memory=64MB
// case zero: shared with nobody, dropped and filled again, of a device
// doors zero
// expect F: BLOCKED|MLE  R: BLOCKED|MLE  N: BLOCKED|MLE  P: BLOCKED|MLE|OPEN
// case first-thread: taken by another thread when the first has left
// expect F: MLE  R: MLE  N: MLE  P: MLE
// case first-thread-control: the same, and less than it may
// deeds taken
// expect F: OK  R: OK  N: OK  P: OK
// case gift: given away into pipes, a huge page for each small one
// doors gift
// expect F: BLOCKED|MLE  R: BLOCKED|MLE  N: BLOCKED|MLE  P: BLOCKED|MLE|OPEN
// case huge: pages that the machine keeps for others
// doors huge
// expect F: BLOCKED|MLE  R: BLOCKED|MLE  N: BLOCKED|MLE  P: BLOCKED|MLE|OPEN
// case last-word: for a moment before the word that wins
// expect F: MLE  R: MLE  N: MLE  P: MLE
// case last-word-and-leaves: the same, and it leaves at once
// expect F: MLE  R: MLE  N: MLE  P: MLE
// case last-word-control: the same, and less than it may
// expect F: OK  R: OK  N: OK  P: OK
#include "table.h"
#include <pthread.h>
#include <sys/mman.h>

static char *fresh(long bytes, int flags, int fd)
{
    return mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags, fd, 0);
}

static void fill(char *at, long bytes)
{
    for (long i = 0; i < bytes; i += 4096)
        at[i] = 1;
}

static void zero(void)
{
    int fd = open("/dev/zero", O_RDWR);
    if (fd == -1) {
        blocked("zero", errno);
        return;
    }
    // 240 MB, of which 16 are seen at a time.
    for (int i = 0; i < 15; i++) {
        char *at = fresh(16 * MB, MAP_SHARED, fd);
        if (at == MAP_FAILED) {
            blocked("zero", errno);
            return;
        }
        fill(at, 16 * MB);
        madvise(at, 16 * MB, MADV_DONTNEED);
    }
    opened("zero");
}

static void gift(void)
{
    const long huge = 2 * MB;
    char *at = fresh(17 * huge, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    at = (char *)(((long)at + huge - 1) / huge * huge);
    madvise(at, 16 * huge, MADV_HUGEPAGE);
    // 320 MB, of which 32 are its own at a time.
    for (int pipes = 0; pipes < 10; pipes++) {
        int ends[2];
        if (pipe2(ends, O_NONBLOCK) == -1) {
            blocked("gift", errno);
            return;
        }
        for (int i = 0; i < 16; i++) {
            struct iovec page = {at + i * huge, 4096};
            fill(at + i * huge, huge);
            if (vmsplice(ends[1], &page, 1, SPLICE_F_GIFT) == -1 && errno != EAGAIN) {
                blocked("gift", errno);
                return;
            }
            madvise(at + i * huge, huge, MADV_DONTNEED);
        }
    }
    opened("gift");
}

static void *others(void *unused)
{
    long bytes = is_case("first-thread") ? 80 * MB : 40 * MB;
    nap(100);
    char *at = NULL;
    // In mappings of its own, so that none is refused for the whole.
    for (long i = 0; i < bytes; i += MB) {
        at = fresh(MB, MAP_PRIVATE | MAP_ANONYMOUS, -1);
        if (at == MAP_FAILED)
            break;
        fill(at, MB);
    }
    nap(100);
    done("taken");
    play_on();
    return unused;
}

// It takes three cells of a line, the opponent the last free ones.
static void last_word(void)
{
    const char *cells = "012";
    char *held = fresh(56 * MB, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    long more = is_case("last-word-control") ? 2 * MB : 11 * MB;
    fill(held, 56 * MB);
    for (const char *cell = cells; *cell; cell++) {
        char word[2] = {*cell, '\n'};
        if (cell[1] == 0) {
            char *at = fresh(more, MAP_PRIVATE | MAP_ANONYMOUS, -1);
            if (at != MAP_FAILED) {
                fill(at, more);
                munmap(at, more);
            }
        }
        say(word, 2);
        if (cell[1] == 0 && is_case("last-word-and-leaves"))
            _exit(0);
        be_asked();
    }
}

int main(int count, char **words)
{
    pthread_t thread;
    pthread_attr_t small;
    begin(count, words);
    if (is_case("zero"))
        zero();
    if (is_case("gift"))
        gift();
    if (is_case("huge")) {
        char *at = fresh(8 * MB, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1);
        if (at == MAP_FAILED)
            blocked("huge", errno);
        else
            opened("huge");
    }
    if (strncmp(fact("case"), "last-word", 9) == 0)
        last_word();
    if (strncmp(fact("case"), "first-thread", 12) == 0) {
        pthread_attr_init(&small);
        pthread_attr_setstacksize(&small, 64 << 10);
        if (pthread_create(&thread, &small, others, NULL) == 0)
            pthread_exit(NULL);
    }
    play_on();
}
