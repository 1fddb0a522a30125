package workspace

import (
	"hash/maphash"
	"strings"
	"sync"

	"github.com/parlens/parlens/analysis/fortran"
)

// statements remembers what statements mean, by their text and form. It is
// bounded: each shard keeps two generations, and forgets the older one when
// the newer one is full.
type statements struct {
	seed   maphash.Seed
	shards [shardCount]shard
}

const (
	shardCount = 16
	shardLimit = 4096 // statements of one generation
)

type shard struct {
	mu         sync.Mutex
	young, old map[statementKey]*fortran.Parsed // guarded by mu
}

type statementKey struct {
	text string
	form fortran.Form
}

func newStatements() *statements { return &statements{seed: maphash.MakeSeed()} }

// parse is the Remember of a fortran.Parser.
func (c *statements) parse(text string, form fortran.Form, parse func(string, fortran.Form) *fortran.Parsed) *fortran.Parsed {
	s := &c.shards[maphash.String(c.seed, text)%shardCount]
	key := statementKey{text, form}
	if p, ok := s.find(key); ok {
		return p
	}
	key.text = strings.Clone(text)
	p := parse(key.text, form)
	s.keep(key, p)
	return p
}

func (s *shard) find(key statementKey) (*fortran.Parsed, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ok := s.young[key]
	if !ok {
		if p, ok = s.old[key]; ok {
			s.keepLocked(key, p)
		}
	}
	return p, ok
}

func (s *shard) keep(key statementKey, p *fortran.Parsed) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keepLocked(key, p)
}

func (s *shard) keepLocked(key statementKey, p *fortran.Parsed) {
	if s.young == nil || len(s.young) >= shardLimit {
		s.young, s.old = make(map[statementKey]*fortran.Parsed, len(s.young)), s.young // many programs are small
	}
	s.young[key] = p
}
