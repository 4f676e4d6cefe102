/* min and max as Visual C++ and windows.h have them: of any two numbers. What a source declares itself goes first. */
#ifndef LEITAI_MINMAX_H
#define LEITAI_MINMAX_H
#ifdef __cplusplus
#include <algorithm>
template <class A, class B> inline auto max(A a, B b) -> decltype(a > b ? a : b) { return a > b ? a : b; }
template <class A, class B> inline auto min(A a, B b) -> decltype(a < b ? a : b) { return a < b ? a : b; }
#else
#define max(a, b) ((a) > (b) ? (a) : (b))
#define min(a, b) ((a) < (b) ? (a) : (b))
#endif
#endif
