package microbench

import (
	"fmt"
	"math"
	"strings"
)

// Description is what a machine file says beside its numbers.
type Description struct {
	Name, CPU, Compiler, Flags, Date string
	Cores                            int
	MemoryBytes                      float64
	Rounds, Rejected                 int
	Command                          string
	Told                             bool // the caches are as the user says

	Contended float64 // seconds between two lines of the memory when all cores ask; 0: not measured
	MPI       string  // the command that starts processes, "" where messages were not measured
}

// TOML writes the machine file: every number with its provenance, what it was measured
// with, and its spread.
func TOML(d Description, n *Node, caches []Cache, net *Network) string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p("# %s, measured by %s", d.CPU, d.Command)
	p("# on %s with %s %s: medians of %d processes (%d were rejected, because", d.Date, d.Compiler, d.Flags, d.Rounds, d.Rejected)
	p("# their control kernel deviated by more than a tenth). The spread is half the")
	p("# distance between the quartiles. Composition: errors of the streams")
	p("# overlapped %.0f%%, transfers-added %.0f%%.", 100*n.Errors["overlapped"], 100*n.Errors["transfers-added"])
	p("")
	p("name    = %q\ntitle   = %q\nnodes   = %d\nscheme  = \"collective\"\nreading = \"clock\"\ncompute = \"node\"\n", d.Name, d.CPU+", "+d.Compiler+" "+d.Flags, max(1, d.Cores))
	p("[part.node]\ntitle = %q\n", d.CPU)
	how := fmt.Sprintf("%s, %s %s, %s", d.CPU, d.Compiler, d.Flags, d.Date)
	p("[part.node.processing]\ntitle      = %q\nprovenance = \"measured\"\nsource     = %q\n", d.CPU, how)
	p("composition        = %q\nvectorizes         = %q", n.Composition, n.Vectorizes)
	if n.Sums {
		p("reassociates       = \"sums\"")
	}
	numbers(&b, n.Processing)
	p("\n[part.node.memory]\ntitle      = %q\nprovenance = \"measured\"\nsource     = %q\n", cacheTitle(caches), how)
	last := caches[len(caches)-1]
	const system = "reported by the operating system"
	known := system
	if d.Told {
		known = "as told by --caches"
	}
	if n.CacheBytes < float64(last.Bytes) {
		p("cache_bytes   = { value = %.0f, source = \"what a process finds of %d KB: others use the rest\" }", n.CacheBytes, last.Bytes>>10)
	} else {
		p("cache_bytes   = { value = %d, provenance = \"published\", source = %q }", last.Bytes, known)
	}
	p("line_bytes    = { value = %d, provenance = \"published\", source = %q }", last.Lines, known)
	p("associativity = { value = %d, provenance = \"published\", source = %q }", last.Ways, known)
	p("memory_bytes  = { value = %.0f, provenance = \"published\", source = %q }", d.MemoryBytes, system)
	numbers(&b, n.Memory)
	if d.Contended > 0 {
		p("node_processes     = { value = %d, source = \"its cores\" }", d.Cores)
		p("node_line_s        = { value = %.4g, source = \"loads of lines from memory by %d processes at once\" }", d.Contended, d.Cores)
	}
	for k, l := range n.Levels {
		p("\n[[part.node.memory.levels]]\nname          = %q", caches[k].Name)
		p("bytes         = { value = %d, provenance = \"published\", source = %q }", caches[k].Bytes, known)
		p("associativity = { value = %d, provenance = \"published\", source = %q }", caches[k].Ways, known)
		numbers(&b, l)
	}
	communication(&b, d, net)
	return b.String()
}

func cacheTitle(caches []Cache) string {
	var parts []string
	for _, c := range caches {
		parts = append(parts, fmt.Sprintf("%s %d KB", c.Name, c.Bytes>>10))
	}
	return strings.Join(parts, ", ")
}

func numbers(b *strings.Builder, list []Number) {
	for _, n := range list {
		provenance, spread := "", fmt.Sprintf("; spread %.1f%%", 100*n.Spread)
		if n.Derived {
			provenance, spread = `provenance = "derived", `, ""
		}
		fmt.Fprintf(b, "%-18s = { value = %.4g, %ssource = %q }\n", n.Key, n.Value, provenance, n.Source+spread)
	}
}

// unmeasured is what a file says of messages that were not measured.
const unmeasured = "not measured: of the preset cluster; give --mpi"

func communication(b *strings.Builder, d Description, net *Network) {
	p := func(format string, args ...any) { fmt.Fprintf(b, format+"\n", args...) }
	p("\n[part.node.communication]\ntopology   = \"flat\"")
	if net == nil {
		p("provenance = \"recalled\"\nsource     = %q", unmeasured)
	} else {
		p("provenance = \"measured\"\nsource     = %q", d.MPI+", "+d.Date)
	}
	p("send_overhead_s    = { value = 0, provenance = \"derived\", source = \"contained in the start-up, which is the whole one-way time\" }")
	p("receive_overhead_s = { value = 0, provenance = \"derived\", source = \"contained in the start-up, which is the whole one-way time\" }")
	shares(p, net)
	if net == nil {
		p("synchronization_s  = 2.25e-6\n\n[[part.node.communication.segments]]\nup_to_bytes = 16384\nstartup_s   = 2.25e-6\nper_byte_s  = 0.19e-9\nper_hop_s   = 0")
		p("\n[[part.node.communication.segments]]\nstartup_s   = 5.24e-6\nper_byte_s  = 0.0417e-9\nper_hop_s   = 0")
		return
	}
	segments := net.Segments()
	p("synchronization_s  = { value = %.4g, source = \"an empty message\" }", net.Messages[0].Seconds)
	for _, s := range segments {
		p("\n[[part.node.communication.segments]]")
		if !math.IsInf(s.UpTo, 1) {
			p("up_to_bytes = %.0f", s.UpTo)
		}
		source := fmt.Sprintf("line through half round trips; largest error %.0f%%, spread up to %.0f%%", 100*s.Worst, 100*net.spread())
		p("startup_s   = { value = %.4g, provenance = \"fitted\", source = %q }", s.Startup, source)
		p("per_byte_s  = { value = %.4g, provenance = \"fitted\", source = %q }", s.PerByte, source)
		p("per_hop_s   = { value = 0, provenance = \"derived\", source = \"contained in the start-up\" }")
	}
	for _, c := range net.Collectives {
		if c.Processors < 2 {
			continue
		}
		p("\n[[part.node.communication.collectives.measured]]\noperation  = %q\nprocessors = %d\nbytes      = %.0f\ntime_s     = %.4g # spread %.0f%%", c.Operation, c.Processors, c.Bytes, c.Seconds, 100*c.Spread)
	}
}

// shares writes what is hidden of messages behind others and behind work.
func shares(p func(format string, args ...any), net *Network) {
	for _, x := range []struct {
		key, assumed, source string
		of                   func(*Network) (part, spread float64, measured bool)
	}{
		{"concurrent_share  ", "messages of a processor follow one another", "exchanges with two neighbours beside those with one", (*Network).Concurrent},
		{"overlap_share     ", "nothing is hidden", "an exchange around work of twice its time", (*Network).Overlap},
	} {
		if net != nil {
			if part, spread, measured := x.of(net); measured {
				p("%s = { value = %.3g, source = \"%s; by sizes within %.0f%%\" }", x.key, part, x.source, 100*spread)
				continue
			}
		}
		p("%s = { value = 0, provenance = \"derived\", source = \"assumption: %s\" }", x.key, x.assumed)
	}
}
