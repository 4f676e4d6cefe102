// row 33: reads what is none of its business
// doors passwd shadow hosts home root opponent record secret stage source sys boot environment parent
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
#include "table.h"
#include <dirent.h>

static void door_folder(const char *name, const char *path)
{
    DIR *folder = opendir(path);
    door(name, folder ? 0 : -1);
    if (folder)
        closedir(folder);
}

int main(int count, char **words)
{
    char path[64];
    begin(count, words);
    door_list("passwd", "/etc/passwd");
    door_file("shadow", "/etc/shadow", O_RDONLY);
    door_list("hosts", "/etc/hosts");
    door_folder("home", "/home");
    door_folder("root", "/root");
    door_folder("sys", "/sys/class");
    door_folder("boot", "/boot");
    door_file("opponent", fact("opponent"), O_RDONLY);
    door_file("record", fact("record"), O_RDONLY);
    door_file("secret", fact("secret"), O_RDONLY);
    door_file("stage", fact("stage"), O_RDONLY);
    door_file("source", fact("source"), O_RDONLY);
    snprintf(path, sizeof path, "/proc/%d/environ", getppid());
    door_file("parent", path, O_RDONLY);
    // The stage's own environment has this word in it.
    door_if("environment", getenv("LEITAI_SECRET") != NULL);
    play_on();
}
