package main

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"unsafe"
)

// coreMask has a bit for each core.
type coreMask [128]byte

func (m *coreMask) call(number uintptr) bool {
	_, _, failed := syscall.RawSyscall(number, 0, uintptr(len(m)), uintptr(unsafe.Pointer(m)))
	return failed == 0
}

// onOneCore starts a process on the core that this thread is on, which the system has chosen
// just now, and keeps it there: what moves between cores finds their caches empty.
func onOneCore(start func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	core, known := coreOfThread()
	if !known {
		return start()
	}
	return onCore(core, start)
}

// onCore starts a process on a core and keeps it there.
func onCore(core int, start func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, one coreMask
	if core/8 >= len(one) || !before.call(syscall.SYS_SCHED_GETAFFINITY) {
		return start()
	}
	one[core/8] = 1 << (core % 8)
	one.call(syscall.SYS_SCHED_SETAFFINITY)
	defer before.call(syscall.SYS_SCHED_SETAFFINITY)
	return start()
}

// cores are those that this process may run on.
func cores() []int {
	var may coreMask
	if !may.call(syscall.SYS_SCHED_GETAFFINITY) {
		return nil
	}
	var all []int
	for core := range 8 * len(may) {
		if may[core/8]&(1<<(core%8)) != 0 {
			all = append(all, core)
		}
	}
	return all
}

// coreOfThread is field 39 of the thread's state; the second one, a name in parentheses, may
// have blanks in it.
func coreOfThread() (int, bool) {
	data, err := os.ReadFile("/proc/thread-self/stat")
	fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
	if err != nil || len(fields) < 37 {
		return 0, false
	}
	core, err := strconv.Atoi(string(fields[36]))
	return core, err == nil && core >= 0
}
