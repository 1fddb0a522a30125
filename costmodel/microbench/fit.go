package microbench

import (
	"fmt"
	"math"
)

// Number is a parameter of a machine file.
type Number struct {
	Key     string
	Value   float64
	Spread  float64
	Source  string // what it was measured with, in words
	Derived bool   // from other numbers, not from a time of its own
}

// Node is what the suite says about a processor and its memory.
type Node struct {
	Processing []Number
	Memory     []Number   // of the last cache and the memory
	Levels     [][]Number // of the caches before it

	Composition, Vectorizes string
	Sums                    bool
	CacheBytes              float64            // of the last cache: what a process has of it
	Errors                  map[string]float64 // of the streams, by composition: root of the mean square of logarithms
}

// fit turns samples into numbers.
type fit struct {
	s      Samples
	caches []Cache
	first  string // the name of the first cache
	node   *Node
}

// Fit explains the samples.
func Fit(s Samples, caches []Cache) (*Node, error) {
	f := &fit{s: s, caches: caches, first: caches[0].Name, node: &Node{Errors: map[string]float64{}}}
	for _, c := range Cells(caches) {
		if f.s.Of(c.Name()).Seconds <= 0 {
			return nil, fmt.Errorf("%s was not measured", c.Name())
		}
	}
	f.core()
	f.vector()
	f.memory()
	return f.node, nil
}

// at is a kernel in the first cache.
func (f *fit) at(kernel string) Value { return f.s.Of(kernel + "@" + f.first) }

func (f *fit) number(key string, v float64, of string, source string) {
	f.node.Processing = append(f.node.Processing, Number{Key: key, Value: v, Spread: f.at(of).Spread, Source: source})
}

func (f *fit) derived(key string, v float64, source string) {
	f.node.Processing = append(f.node.Processing, Number{Key: key, Value: v, Source: source, Derived: true})
}

// crossing is the seconds of a line that is fetched over a boundary, and of one that is
// stored: fetched and put back.
type crossing struct{ fetch, store float64 }

// memory explains the streams by both compositions and takes the better one.
func (f *fit) memory() {
	sizes := Sizes(f.caches)
	best, name := []crossing(nil), ""
	for _, composition := range []string{"overlapped", "transfers-added"} {
		var found []crossing
		sum, n := 0.0, 0
		for k := 1; k < len(sizes); k++ {
			c, err := f.boundary(sizes[k].Name, found, composition == "transfers-added")
			found = append(found, c)
			sum, n = sum+err, n+len(streams)
		}
		f.node.Errors[composition] = math.Sqrt(sum / float64(n))
		if name == "" || f.node.Errors[composition] < f.node.Errors[name] {
			best, name = found, composition
		}
	}
	f.node.Composition = name
	f.node.CacheBytes = f.effective()
	f.levels(best, sizes)
}

// effective is the bytes of the last cache that a process finds: the larger part that
// hits of what is as large as a quarter of it, a half or nearly all, in the round in which
// others left most of it.
func (f *fit) effective() float64 {
	last := f.caches[len(f.caches)-1]
	near, far := f.s.Least(probed.Name+"@"+last.Name), f.s.Least(probed.Name+"@memory")
	most := float64(Sizes(f.caches)[len(f.caches)-1].Bytes) // hits, as its times say
	for _, s := range probes(f.caches) {
		hits := 1.0
		if far > near {
			hits = min(1, max(0, (far-f.s.Least(probed.Name+"@"+s.Name))/(far-near)))
		}
		if s.Name == "whole" && hits > 0.8 {
			return float64(last.Bytes)
		}
		most = max(most, hits*float64(s.Bytes))
	}
	return math.Floor(most/float64(last.Lines*last.Ways)) * float64(last.Lines*last.Ways)
}

// boundary finds the crossing that explains the streams at a size best, beside those
// of the boundaries before; and the sum of the squares of the logarithms of the ratios.
func (f *fit) boundary(size string, before []crossing, added bool) (crossing, float64) {
	type candidate struct {
		crossing
		sum float64
	}
	var all []candidate
	least := math.Inf(1)
	grid := func(yield func(float64) bool) {
		for e := -1.5; e <= 1.7; e += 0.02 { // 0.03 to 50 ns
			if !yield(1e-9 * math.Pow(10, e)) {
				return
			}
		}
	}
	for fetch := range grid {
		for store := range grid {
			if store < fetch || store > 8*fetch {
				continue
			}
			c := crossing{fetch, store}
			sum := 0.0
			for _, k := range streams {
				x := math.Log(f.stream(k, append(before[:len(before):len(before)], c), added) / f.s.Of(k.Name+"@"+size).Seconds)
				sum += x * x
			}
			all, least = append(all, candidate{c, sum}), min(least, sum)
		}
	}
	// what is hidden behind the core is known from above only: of those that explain the
	// streams as well, the middle
	fetch, store, n := 0.0, 0.0, 0.0
	for _, c := range all {
		if c.sum <= 1.02*least+1e-9 {
			fetch, store, n = fetch+math.Log(c.fetch), store+math.Log(c.store), n+1
		}
	}
	return crossing{math.Exp(fetch / n), math.Exp(store / n)}, least
}

// stream is the time of an iteration by the model.
func (f *fit) stream(k Kernel, boundaries []crossing, added bool) float64 {
	core := f.at(k.Name).Seconds
	perLine := 8 / float64(f.caches[0].Lines)
	most, sum := 0.0, 0.0
	for _, c := range boundaries {
		t := perLine * (k.Loads*c.fetch + k.Stores*c.store)
		if k.Update { // what is stored has been fetched
			t = perLine * c.store
		}
		most, sum = max(most, t), sum+t
	}
	if added {
		return core + sum
	}
	return max(core, most)
}

// pages finds what a page costs whose place the processor has to look up: nothing where
// the pages of the suite are large.
func (f *fit) pages() {
	at := func(n int) Value { return f.s.Of(fmt.Sprintf("%s@%d", paged.Name, n)) }
	few, many := math.Inf(1), at(pageCounts[len(pageCounts)-1])
	for _, n := range pageCounts {
		few = min(few, at(n).Seconds)
	}
	if many.Seconds < 1.2*few {
		return
	}
	held := pageCounts[0]
	for _, n := range pageCounts {
		if at(n).Seconds < few+0.3*(many.Seconds-few) {
			held = n
		}
	}
	f.node.Memory = append(f.node.Memory,
		Number{Key: "page_bytes", Value: 4096, Source: "the pages of the suite", Derived: true},
		Number{Key: "tlb_entries", Value: float64(held), Spread: many.Spread, Source: "one load in each of 16 to 384 pages: so many are not slower"},
		Number{Key: "tlb_miss_s", Value: pageStep * (many.Seconds - few), Spread: many.Spread, Source: "one load in each of 384 pages, less one in each of the number that is fastest"})
}

// revisited is what a line costs that a cache holds, when another stream of the same loop
// comes from memory.
func (f *fit) revisited() {
	once, twice := f.s.Of("stream-once@memory"), f.s.Of("stream-twice@memory")
	seconds := float64(f.caches[0].Lines) / 8 * (twice.Seconds - once.Seconds)
	if seconds > 0 {
		f.node.Memory = append(f.node.Memory, Number{Key: "revisited_line_s", Value: seconds, Spread: twice.Spread, Source: fmt.Sprintf("x(i) = y(i) + y(i-%d), less one with y(i-1), from memory", revisitAfter)})
	}
}

// levels writes the boundaries as numbers of the caches.
func (f *fit) levels(boundaries []crossing, sizes []Size) {
	for k, c := range f.caches {
		below := sizes[k+1].Name
		spread := f.s.Of("stream-triad@" + below).Spread
		numbers := []Number{
			{Key: "fetch_miss_s", Value: boundaries[k].fetch, Spread: spread, Source: "streams of lines from " + below},
			{Key: "store_miss_s", Value: boundaries[k].store, Spread: spread, Source: "streams of lines from " + below + " and back"},
		}
		cell := Cell{gathered, sizes[k+1]}
		array := 8 * float64(cell.N())
		if missed := 1 - float64(c.Bytes)/array; missed > 0.1 {
			v := f.s.Of(cell.Name())
			numbers = append(numbers, Number{Key: "scattered_miss_s", Value: max(boundaries[k].fetch, v.Seconds/missed), Spread: v.Spread, Source: "x(i) = y(k(i)), k a permutation of what comes from " + below})
		}
		if k == len(f.caches)-1 {
			f.node.Memory = append(f.node.Memory, numbers...)
			break
		}
		f.node.Levels = append(f.node.Levels, numbers)
	}
	f.pages()
	f.revisited()
	f.node.Memory = append(f.node.Memory,
		Number{Key: "fetch_hit_s", Value: f.at("loads").Seconds / 8, Spread: f.at("loads").Spread, Source: "8 loads of one array"},
		Number{Key: "store_hit_s", Value: f.at("stores").Seconds / 3, Spread: f.at("stores").Spread, Source: "3 stores"})
}
