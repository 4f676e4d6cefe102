// row 51: types at the organiser's terminal
// doors terminal console screen pseudo-terminal type-into-input type-into-log take-over session
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: BLOCKED|OPEN
// open N: session
// noted \u{1b}
#include "table.h"
#include <sys/ioctl.h>
#include <termios.h>

int main(int count, char **words)
{
    begin(count, words);
    report("\x1b]0;owned\x07\x1b[2J\x1bP\x1b\\");
    door_file("terminal", "/dev/tty", O_RDWR);
    door_file("console", "/dev/console", O_RDWR);
    door_file("screen", "/dev/tty1", O_RDWR);
    door_file("pseudo-terminal", "/dev/ptmx", O_RDWR);
    door("type-into-input", ioctl(0, TIOCSTI, "\n"));
    door("type-into-log", ioctl(2, TIOCSTI, "\n"));
    door("take-over", ioctl(0, TIOCSCTTY, 1));
    // In the stage's session it would share the stage's terminal.
    int stage = atoi(fact("stage-pid"));
    door_if("session", getsid(0) == getsid(stage) && getsid(0) > 0);
    play_on();
}
