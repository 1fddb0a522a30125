package modelling

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar/place"
)

// chunk is the process of one method in the model.
type chunk struct {
	id       string
	method   string
	text     string
	sites    []Site // places as the method has them: see place.Program.At
	callees  []string
	counts   []string
	names    []string // that stand in the text
	used     map[string]int
	free     []freeOperation
	warnings []source.Diagnostic
}

// chunkKey names a chunk. Where messages are gathered, methods are put into the
// loops that call them, and the text depends on their bodies.
type chunkKey struct {
	method, others string
	serial         bool
	target         string
}

func (s *series) chunk(m *place.Method, serial bool) *chunk {
	key := chunkKey{method: m.ID, serial: serial, target: s.target.key()}
	if s.target.Aggregated {
		h := sha256.New()
		for _, x := range s.program.Methods {
			h.Write([]byte(x.ID))
		}
		key.others = string(h.Sum(nil))
	}
	return s.remember(key, func() any {
		c := writeChunk(s.program, m, s.target, serial)
		h := sha256.Sum256([]byte(strings.Join([]string{key.method, key.others, fmt.Sprint(key.serial), key.target}, "\x00")))
		c.id, c.method = string(h[:]), m.Model
		return c
	}).(*chunk)
}

func writeChunk(p *place.Program, m *place.Method, t Target, serial bool) *chunk {
	w := &writer{program: p, target: t, used: map[string]int{}, serial: serial}
	w.process(m)
	c := &chunk{text: w.out.String(), sites: w.sites, counts: w.counts, used: w.used, free: w.free, warnings: w.warnings}
	c.callees = slices.Compact(slices.Sorted(slices.Values(w.callees)))
	c.names = namesIn(c.text + strings.Join(c.counts, " "))
	return c
}

// namesIn are the names in a text of PAMELA, each once.
func namesIn(text string) []string {
	words := strings.FieldsFunc(text, func(c rune) bool {
		return !(c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z')
	})
	slices.Sort(words)
	return slices.Clone(slices.Compact(words))
}

// closure is a chunk with those of all methods that it calls.
func (s *series) closure(c *chunk) []*chunk {
	out, seen := []*chunk{c}, map[string]bool{}
	for i := 0; i < len(out); i++ {
		for _, model := range out[i].callees {
			if !seen[model] {
				seen[model] = true
				out = append(out, s.chunk(s.program.Method(model), false))
			}
		}
	}
	return out
}
