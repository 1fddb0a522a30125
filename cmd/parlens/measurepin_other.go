//go:build !linux

package main

// onOneCore starts a process where the system puts it.
func onOneCore(start func() error) error { return start() }
