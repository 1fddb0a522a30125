package workspace

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
)

// A statement is parsed once, whatever file it stands in.
func TestStatementsAreShared(t *testing.T) {
	w, _ := project(map[string]string{"/r/a.f90": "x = 1\nend\n", "/r/b.f90": "subroutine s\n  x = 1\nend\n"})
	statement := func(path string, unit int) fortran.Stmt {
		f, _ := w.Snapshot().File(path)
		return w.Snapshot().Syntax(f).Units[unit].Body[0].Stmt
	}
	if statement("/r/a.f90", 0) != statement("/r/b.f90", 0) {
		t.Error("two parses of one statement")
	}
}

// The cache of statements is bounded and forgets the oldest first.
func TestStatementsAreBounded(t *testing.T) {
	c := newStatements()
	parsed := 0
	parse := func(string, fortran.Form) *fortran.Parsed { parsed++; return &fortran.Parsed{} }
	for i := range 3 * shardCount * shardLimit {
		c.parse(fmt.Sprint("x = ", i), fortran.Free, parse)
	}
	kept := 0
	for i := range c.shards {
		kept += len(c.shards[i].young) + len(c.shards[i].old)
	}
	if kept > 2*shardCount*shardLimit {
		t.Errorf("%d statements are kept", kept)
	}
	parsed = 0
	c.parse(fmt.Sprint("x = ", 3*shardCount*shardLimit-1), fortran.Free, parse)
	if parsed != 0 {
		t.Error("the newest statement is forgotten")
	}
}
