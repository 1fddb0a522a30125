//go:build !linux

// Package hugepages asks the system for large pages for the heap, on Linux.
package hugepages

// ForHeap does nothing: these systems choose the size of pages themselves.
func ForHeap(int) {}
