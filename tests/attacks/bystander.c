// Somebody whom no attack concerns: says the number of every signal that reaches it, until its input ends.
#include "table.h"

static void tell(int number)
{
    char line[8];
    say(line, snprintf(line, sizeof line, "%d\n", number));
}

int main(void)
{
    struct sigaction action = {.sa_handler = tell, .sa_flags = SA_RESTART};
    for (int number = 1; number < NSIG; number++)
        sigaction(number, &action, NULL);
    say_line("ready");
    while (hear())
        ;
    return 0;
}
