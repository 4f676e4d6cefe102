/* The keyboard of a console that is not there: whoever waits for any key is given Enter at once, and none is ever
   pressed by itself. Standard input is the protocol's and is never touched. */
#ifndef LEITAI_CONIO_H
#define LEITAI_CONIO_H
#include <stdio.h>
static inline int _getch(void) { return '\r'; }
static inline int getch(void) { return '\r'; }
static inline int _getche(void) { return '\r'; }
static inline int getche(void) { return '\r'; }
static inline int _kbhit(void) { return 0; }
static inline int kbhit(void) { return 0; }
static inline int _putch(int c) { return c; }
static inline int putch(int c) { return c; }
static inline int _ungetch(int c) { return c; }
static inline int _cputs(const char *text) { (void)text; return 0; }
static inline int cputs(const char *text) { (void)text; return 0; }
static inline void clrscr(void) {}
static inline void clreol(void) {}
static inline void gotoxy(int x, int y) { (void)x; (void)y; }
static inline int wherex(void) { return 1; }
static inline int wherey(void) { return 1; }
static inline void textcolor(int colour) { (void)colour; }
static inline void textbackground(int colour) { (void)colour; }
#endif
