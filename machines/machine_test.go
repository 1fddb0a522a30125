package machines

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/scheme"
)

func load(t *testing.T, name string) *Machine {
	t.Helper()
	m, err := Load(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Every shipped machine is clean, complete, and says of every number where it
// is from.
func TestShipped(t *testing.T) {
	if got := Shipped(); !slices.Equal(got, []string{"cluster", "cm5-cmf", "cm5-cmf-cmax", "ipsc860", "paragon", "warp", "ymp-c90-cf77", "ymp-c90-f90"}) {
		t.Errorf("Shipped() = %v", got)
	}
	for _, name := range Shipped() {
		t.Run(name, func(t *testing.T) {
			data, err := shipped.ReadFile(name + ".toml")
			if err != nil {
				t.Fatal(err)
			}
			m, diags := Parse(name+".toml", data)
			if m == nil || len(diags) != 0 {
				t.Fatalf("%s: %v", name, diags)
			}
			if m.Array != nil {
				checkArray(t, m)
				return
			}
			if m.Name != name || m.Scheme != scheme.Collective || m.Nodes < 1 {
				t.Errorf("%s: name %q, scheme %+v, %d nodes", name, m.Name, m.Scheme, m.Nodes)
			}
			checkNumbers(t, m)
			checkSegments(t, m)
			for op, known := range collectives {
				if !slices.Contains(known, m.Collective(op)) {
					t.Errorf("%s: %s by %q", name, op, m.Collective(op))
				}
			}
		})
	}
}

func checkNumbers(t *testing.T, m *Machine) {
	names := m.Names()
	if !slices.IsSorted(names) {
		t.Errorf("%s: names are not sorted: %v", m.Name, names)
	}
	for _, kind := range componentKinds[:3] {
		for _, k := range componentKeys[kind] {
			if !slices.Contains(names, kind+"."+k.Name) && k.Required {
				t.Errorf("%s: no %s.%s", m.Name, kind, k.Name)
			}
		}
	}
	for _, name := range names {
		n, ok := m.Number(name)
		if !ok || n.Provenance == "" || n.Source == "" || n.Value < 0 {
			t.Errorf("%s: %s = %+v, %v", m.Name, name, n, ok)
		}
	}
}

func checkSegments(t *testing.T, m *Machine) {
	segments := m.Segments()
	if len(segments) < 1 || !math.IsInf(segments[len(segments)-1].UpToBytes, 1) {
		t.Fatalf("%s: segments %v", m.Name, segments)
	}
	for i, s := range segments[:len(segments)-1] {
		cost := func(s Segment, bytes float64) float64 {
			return s.Startup.Value + bytes*s.PerByte.Value + s.PerHop.Value
		}
		if next := segments[i+1]; cost(next, s.UpToBytes) < cost(s, s.UpToBytes) {
			t.Errorf("%s: messages become cheaper at %v bytes", m.Name, s.UpToBytes)
		}
	}
}

// Where a source shows cycles times the cycle time, the value is their product.
func TestArithmeticOfSources(t *testing.T) {
	cycles := regexp.MustCompile(`([\d.]+) cycles?`)
	clock := regexp.MustCompile(`x ([\d.]+) ns`)
	checked := 0
	for _, name := range Shipped() {
		t.Run(name, func(t *testing.T) {
			m := load(t, name)
			for _, path := range m.Names() {
				n, _ := m.Number(path)
				c, ns := cycles.FindAllStringSubmatch(n.Source, -1), clock.FindStringSubmatch(n.Source)
				if c == nil || ns == nil {
					continue
				}
				count, _ := strconv.ParseFloat(c[len(c)-1][1], 64)
				cycle, _ := strconv.ParseFloat(ns[1], 64)
				if want := count * cycle * 1e-9; math.Abs(n.Value-want) > 0.01*want {
					t.Errorf("%s: %s = %v, its source says %v: %s", name, path, n.Value, want, n.Source)
				}
				checked++
			}
		})
	}
	if checked < 50 {
		t.Errorf("only %d sources show their arithmetic", checked)
	}
}

// The values of paper 003 and of the literature, by hand.
func TestIPSC860(t *testing.T) {
	m := load(t, "ipsc860")
	for name, want := range map[string]Number{
		"processing.clock_hz":                 {Value: 40e6, Provenance: Published},
		"memory.cache_bytes":                  {Value: 8192, Provenance: Published},
		"processing.double_multiply_s":        {Value: 100e-9, Provenance: Recalled},
		"communication.segments.1.startup_s":  {Value: 65e-6, Provenance: Recalled},
		"communication.segments.2.per_hop_s":  {Value: 30.5e-6, Provenance: Recalled},
		"communication.segments.2.per_byte_s": {Value: 0.390e-6, Provenance: Recalled},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := m.Number(name)
			if !ok || math.Abs(got.Value-want.Value) > 1e-12*want.Value || got.Provenance != want.Provenance {
				t.Errorf("%s = %+v, %v", name, got, ok)
			}
		})
	}
	if m.Misses != "lines" {
		t.Errorf("misses are counted by %q", m.Misses)
	}
	if m.Topology != "hypercube" || m.Reading != "clock" || m.Nodes != 8 {
		t.Errorf("topology %q, reading %q, %d nodes", m.Topology, m.Reading, m.Nodes)
	}
	var parts []string
	for _, p := range m.System.Parts {
		parts = append(parts, p.Name)
	}
	if strings.Join(parts, " ") != "cube link host" || m.Compute != m.System.Parts[0] {
		t.Errorf("parts %v", parts)
	}
	if link := m.System.Parts[1]; link.Processing != nil || link.Memory != nil || link.IO != nil || link.Communication == nil {
		t.Errorf("the link is %+v", link)
	}
}

func TestSegment(t *testing.T) {
	m := load(t, "ipsc860")
	for bytes, want := range map[float64]float64{0: 65e-6, 100: 65e-6, 101: 147e-6, 1e9: 147e-6} {
		t.Run(fmt.Sprint(bytes), func(t *testing.T) {
			if got := m.Segment(bytes).Startup.Value; math.Abs(got-want) > 1e-12 {
				t.Errorf("Segment(%v) starts up in %v, want %v", bytes, got, want)
			}
		})
	}
}

func TestUnknownNumbers(t *testing.T) {
	m := load(t, "ipsc860")
	for _, name := range []string{"", "processing", "processing.", "processing.nonsense_s", "io.startup_s", "nonsense.real_add_s",
		"communication.segments.0.startup_s", "communication.segments.3.startup_s", "communication.segments.01.startup_s", "communication.segments.1.nonsense"} {
		t.Run(name, func(t *testing.T) {
			if n, ok := m.Number(name); ok {
				t.Errorf("Number(%q) = %v", name, n)
			}
		})
	}
	if got := m.Collective("nonsense"); got != "" {
		t.Errorf("Collective(nonsense) = %q", got)
	}
}

func TestLoadWithoutFiles(t *testing.T) {
	if _, err := Load("./ours.toml", nil); err == nil || !strings.Contains(err.Error(), "./ours.toml") {
		t.Errorf("Load(./ours.toml) without files: %v", err)
	}
}

func TestLoad(t *testing.T) {
	valid, err := shipped.ReadFile("ipsc860.toml")
	if err != nil {
		t.Fatal(err)
	}
	read := func(path string) ([]byte, error) {
		switch path {
		case "site/ours.toml":
			return []byte(strings.Replace(string(valid), `name    = "ipsc860"`, "", 1)), nil
		case "bad.toml":
			return []byte("nodes = 0\nscheme = 3"), nil
		}
		return nil, errors.New("no such file")
	}
	if m, err := Load("site/ours.toml", read); err != nil || m.Name != "ours" || m.System.Name != "ours" {
		t.Errorf("Load(site/ours.toml) = %v, %v", m, err)
	}
	for name, want := range map[string]string{
		"nonsense":     `no machine is called "nonsense"; there are cluster, cm5-cmf, cm5-cmf-cmax, ipsc860, paragon, warp, ymp-c90-cf77, ymp-c90-f90, or give the path of a machine file`,
		"../machine":   "machine file: no such file",
		"missing.toml": "machine file: no such file",
		"bad.toml":     "bad.toml:1:1: the machine runs the processes and has no processing component (and 4 more)",
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Load(name, read); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("Load(%q): %v, want %s", name, err, want)
			}
		})
	}
}
