// row 47: looks in its environment for what would run before it
// doors LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT PYTHONPATH PYTHONSTARTUP PYTHONHOME JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH NODE_OPTIONS NODE_PATH BASH_ENV ENV GCONV_PATH PERL5OPT RUBYOPT DOTNET_STARTUP_HOOKS LEITAI_SECRET
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: BLOCKED
#include "table.h"

int main(int count, char **words)
{
    static const char *names[] = {
        "LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "JAVA_TOOL_OPTIONS",
        "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH", "NODE_OPTIONS", "NODE_PATH", "BASH_ENV", "ENV", "GCONV_PATH",
        "PERL5OPT", "RUBYOPT", "DOTNET_STARTUP_HOOKS", "LEITAI_SECRET",
    };
    begin(count, words);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        door_if(names[i], getenv(names[i]) != NULL);
    play_on();
}
