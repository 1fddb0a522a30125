//go:build !linux

package main

// onOneCore starts a process where the system puts it.
func onOneCore(start func() error) error { return start() }

// onCore starts a process where the system puts it.
func onCore(_ int, start func() error) error { return start() }

// cores are none: nothing says which a process runs on.
func cores() []int { return nil }
