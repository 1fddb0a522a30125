package hugepages

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"
)

var atStart = sync.OnceFunc(func() { ForHeap(64 << 20) })

// What is allocated after the request lies in memory for which large pages are asked
// ("hg" in smaps), where the system has any.
func TestHeapIsAskedFor(t *testing.T) {
	atStart()
	b := make([]byte, 8<<20)
	at := uintptr(unsafe.Pointer(&b[len(b)/2]))
	_, err := os.Stat("/sys/kernel/mm/transparent_hugepage")
	if got, want := asked(t, at), err == nil; got != want {
		t.Errorf("large pages are asked for: %v, want %v", got, want)
	}
	b[0] = 1
}

// asked reports whether large pages are asked for where an address lies.
func asked(t *testing.T, at uintptr) bool {
	text, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	inside := false
	for _, line := range strings.Split(string(text), "\n") {
		var first, last uintptr
		if n, _ := fmt.Sscanf(line, "%x-%x", &first, &last); n == 2 {
			inside = first <= at && at < last
		}
		if flags, ok := strings.CutPrefix(line, "VmFlags:"); ok && inside {
			return slices.Contains(strings.Fields(flags), "hg")
		}
	}
	return false
}
