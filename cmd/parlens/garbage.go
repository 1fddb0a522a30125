package main

import "runtime"

// garbage is how many bytes of it most commands may make before any is collected.
const garbage = 128 << 20

// collectLate has garbage collected when so much of it has come together, and not each time
// that a small heap has doubled: what is reserved and never touched takes no memory, but counts
// as in use. It holds until the result is called.
func collectLate() (until func()) {
	reserved := make([]byte, garbage)
	return func() { runtime.KeepAlive(reserved) }
}
