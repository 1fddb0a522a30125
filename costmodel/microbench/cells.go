package microbench

import (
	"fmt"
	"slices"
	"strings"
)

// Cell is a kernel at a size.
type Cell struct {
	Kernel Kernel
	Size   Size
}

// N is the number of elements of each array.
func (c Cell) N() int {
	if c.Kernel.Whole {
		return wholeCount
	}
	return max(64, c.Size.Bytes/8/max(1, c.Kernel.Arrays)/16*16)
}

// Name is what the driver calls the cell.
func (c Cell) Name() string { return c.Kernel.Name + "@" + c.Size.Name }

// Cells lists the suite for a hierarchy of caches, first to last.
func Cells(caches []Cache) []Cell {
	var out []Cell
	first := Size{caches[0].Name, caches[0].Bytes * 5 / 8}
	var controls []Cell
	for _, k := range kernels {
		if slices.Contains(Controls, k.Name) {
			controls = append(controls, Cell{k, first})
		}
	}
	for _, k := range append(append([]Kernel{}, kernels...), vectorised...) {
		if strings.HasPrefix(k.Name, "vector-") {
			k.Vector = true
		}
		out = append(out, Cell{k, first})
	}
	masks := Size{"masks", 24 * manyMasks}
	out = append(out, Cell{sorted, masks}, Cell{random, masks})
	for _, n := range masksLearned {
		out = append(out, Cell{random, Size{fmt.Sprint(n), 24 * n}})
	}
	for _, n := range shortCounts {
		out = append(out, Cell{short, Size{fmt.Sprint(n), 16 * starts * n}})
	}
	for _, n := range pageCounts {
		out = append(out, Cell{paged, Size{fmt.Sprint(n), 8 * pageStep * n}})
	}
	for _, s := range Sizes(caches) {
		for _, k := range streams {
			out = append(out, Cell{k, s})
		}
		out = append(out, Cell{gathered, s})
	}
	for _, s := range probes(caches) {
		out = append(out, Cell{probed, s})
	}
	sizes := Sizes(caches)
	for _, k := range beside {
		out = append(out, Cell{k, sizes[len(sizes)-1]})
	}
	return append(out, controls...)
}

// probed is the stream that says how much of the last cache a process has: others may
// use it too.
var probed = streams[3]

func probes(caches []Cache) []Size {
	last := caches[len(caches)-1]
	return []Size{{"quarter", last.Bytes / 4}, {"half", last.Bytes / 2}, {"whole", last.Bytes * 7 / 8}}
}

// Cache is one level as the operating system describes it.
type Cache struct {
	Name               string // "L1"
	Bytes, Ways, Lines int    // size, associativity, bytes of a line
}

// Sizes are what the streams fill: a part of each cache that the one before it does not
// hold, and four times the last.
func Sizes(caches []Cache) []Size {
	var out []Size
	for i, c := range caches {
		bytes := c.Bytes * 5 / 8
		if i > 0 {
			bytes = min(bytes, 6*caches[i-1].Bytes)
		}
		out = append(out, Size{c.Name, bytes})
	}
	return append(out, Size{"memory", min(4*caches[len(caches)-1].Bytes, 256<<20)})
}

// Largest is the elements of the largest array of the suite.
func Largest(cells []Cell) int {
	n := 0
	for _, c := range cells {
		n = max(n, c.N())
	}
	return n + 64
}
