// row 36: speaks to somebody else
// doors tcp tcp6 udp udp6 icmp raw packet netlink vsock unix-path unix-abstract unix-datagram alg bluetooth xdp listen smc mptcp
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
#include "table.h"
#include <arpa/inet.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

#ifndef AF_XDP
#define AF_XDP 44
#endif
#ifndef AF_SMC
#define AF_SMC 43
#endif
#define MPTCP 262

// A socket of that kind, and with an address a connection: each is open where it can be had.
static void try(const char *name, int family, int kind, int protocol, const void *address, socklen_t length)
{
    int fd = socket(family, kind | SOCK_CLOEXEC, protocol);
    if (fd == -1 || !address)
        door(name, fd);
    else if (kind == SOCK_DGRAM)
        door(name, sendto(fd, "hello", 5, 0, address, length));
    else
        door(name, connect(fd, address, length));
    if (fd != -1)
        close(fd);
}

int main(int count, char **words)
{
    begin(count, words);
    unsigned short port = htons(atoi(fact("port")));
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = port, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_in6 here6 = {.sin6_family = AF_INET6, .sin6_port = port, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    struct sockaddr_un path = {.sun_family = AF_UNIX}, hidden = {.sun_family = AF_UNIX};
    snprintf(path.sun_path, sizeof path.sun_path, "%s", fact("unix"));
    snprintf(hidden.sun_path + 1, sizeof hidden.sun_path - 1, "%s", fact("abstract"));
    socklen_t hidden_length = offsetof(struct sockaddr_un, sun_path) + 1 + strlen(fact("abstract"));

    try("tcp", AF_INET, SOCK_STREAM, 0, &here, sizeof here);
    try("tcp6", AF_INET6, SOCK_STREAM, 0, &here6, sizeof here6);
    try("udp", AF_INET, SOCK_DGRAM, 0, &here, sizeof here);
    try("udp6", AF_INET6, SOCK_DGRAM, 0, &here6, sizeof here6);
    try("icmp", AF_INET, SOCK_DGRAM, IPPROTO_ICMP, NULL, 0);
    try("raw", AF_INET, SOCK_RAW, IPPROTO_RAW, NULL, 0);
    try("packet", AF_PACKET, SOCK_RAW, htons(3), NULL, 0);
    try("netlink", AF_NETLINK, SOCK_RAW, NETLINK_ROUTE, NULL, 0);
    try("vsock", AF_VSOCK, SOCK_STREAM, 0, NULL, 0);
    try("unix-path", AF_UNIX, SOCK_STREAM, 0, &path, sizeof path);
    try("unix-abstract", AF_UNIX, SOCK_STREAM, 0, &hidden, hidden_length);
    try("unix-datagram", AF_UNIX, SOCK_DGRAM, 0, NULL, 0);
    try("alg", AF_ALG, SOCK_SEQPACKET, 0, NULL, 0);
    try("bluetooth", AF_BLUETOOTH, SOCK_RAW, 1, NULL, 0);
    try("xdp", AF_XDP, SOCK_RAW, 0, NULL, 0);
    try("smc", AF_SMC, SOCK_STREAM, 0, NULL, 0);
    try("mptcp", AF_INET, SOCK_STREAM, MPTCP, NULL, 0);

    int fd = socket(AF_INET, SOCK_STREAM, 0);
    door("listen", fd == -1 ? -1 : listen(fd, 1));
    play_on();
}
