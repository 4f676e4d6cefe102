/* Threads as Visual C++ starts them. */
#ifndef LEITAI_PROCESS_H
#define LEITAI_PROCESS_H
#include "windows.h"
#define _beginthreadex(safety, stack, run, with, how, id) \
    ((uintptr_t)CreateThread((safety), (stack), (LPTHREAD_START_ROUTINE)(run), (with), (how), (DWORD *)(id)))
#define _beginthread(run, stack, with) ((uintptr_t)CreateThread(NULL, (stack), (LPTHREAD_START_ROUTINE)(run), (with), 0, NULL))
#define _endthread() return
#define _endthreadex(code) pthread_exit(NULL)
#define _getpid getpid
#endif
