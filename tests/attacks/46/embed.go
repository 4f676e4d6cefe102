// row 46: takes a host file in, and asks for orders to be run
// expect ERROR
// hides root:
package main

// #cgo LDFLAGS: -Wl,--version /etc/passwd
// #include "/etc/passwd"
import "C"

import _ "embed"

//go:generate touch /tmp/leitai-stolen
//go:embed /etc/passwd
var passwords string

func main() { println(passwords) }
