// Package parlens_test guards the architecture of the module.
package parlens_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/parlens/parlens/"

// floors lists the rooms of the house, bottom up. A room imports only rooms of
// lower floors, or rooms that stand before it on its own floor.
var floors = [][]string{
	{"analysis/memo", "analysis/source", "analysis/notation", "analysis/symbolic", "analysis/scheme", "analysis/effort"},
	{"analysis/program", "analysis/mapping"},
	{"analysis/fortran", "analysis/hpf", "analysis/dialect", "analysis/names", "analysis/lower", "analysis/outline", "analysis/spar", "analysis/spar/surface", "analysis/spar/place", "analysis/spar/depend"},
	{"analysis/values", "analysis/reaching", "analysis/depend", "analysis/indexset", "analysis/comm", "analysis/scalarize", "analysis/inspector", "analysis/aag", "analysis/explain", "analysis/instrument"},
	{"analysis/workspace", "internal/chart", "internal/disk", "internal/hugepages", "internal/parallel", "internal/revision", "internal/tomltree", "machines"},
	{"costmodel/process", "costmodel/calculus", "costmodel/pamela", "costmodel/modelling", "costmodel/memory", "costmodel/core", "costmodel/network",
		"costmodel/phases", "costmodel/execution", "costmodel/assignment", "costmodel/arrayop", "costmodel/arrayprogram", "costmodel/microbench"},
	{"costmodel/interpret", "costmodel/report", "costmodel/settings", "costmodel/evaluate", "costmodel/spar", "costmodel/predict", "costmodel/whatif", "costmodel/budget"},
	{"advise/plan", "advise"},
	{"render", "render/fields", "render/tracefile", "render/page", "lsp", "cmd/parlens"},
}

// testSupport may be imported by tests and by each other only, and may import the floors
// that it names.
var testSupport = map[string]string{
	"internal/oracle/described":    "analysis/source",
	"internal/oracle/edits":        "analysis/source",
	"internal/oracle/elements":     "analysis/depend",
	"internal/oracle/treetext":     "analysis/lower",
	"internal/oracle/texts":        "analysis/source",
	"internal/oracle/pages":        "analysis/source",
	"internal/oracle/keys":         "analysis/workspace",
	"internal/oracle/events":       "costmodel/process",
	"internal/oracle/generate":     "analysis/lower",
	"internal/oracle/sparelements": "analysis/spar/place",
}

func TestImportsGoDownwards(t *testing.T) {
	order := map[string]int{}
	n := 0
	for _, floor := range floors {
		for _, room := range floor {
			order[room] = n
			n++
		}
	}
	for room, below := range testSupport {
		order[room] = order[below]
	}
	for file, imports := range goFiles(t) {
		room := filepath.ToSlash(filepath.Dir(file))
		test := strings.HasSuffix(file, "_test.go")
		if room == "." || test {
			continue
		}
		at, known := order[room]
		if !known {
			t.Errorf("%s: the room %s has no floor", file, room)
			continue
		}
		for _, imported := range imports {
			below, inside := strings.CutPrefix(imported, module)
			if !inside {
				continue
			}
			to, known := order[below]
			support := testSupport[below] != "" && testSupport[room] == ""
			if !known || to > at || support {
				t.Errorf("%s imports %s, which is not on a lower floor", file, below)
			}
		}
	}
}

// TestProtocolStaysInTheServer checks that only lsp knows the protocol, and only the
// rooms of the outermost floor know JSON.
func TestProtocolStaysInTheServer(t *testing.T) {
	for file, imports := range goFiles(t) {
		room := filepath.ToSlash(filepath.Dir(file))
		server := strings.HasPrefix(room, "lsp")
		writer := server || strings.HasPrefix(room, "render") || strings.HasPrefix(room, "cmd/")
		for _, imported := range imports {
			if strings.HasPrefix(imported, "go.lsp.dev/") && !server || imported == "encoding/json" && !writer {
				t.Errorf("%s imports %s", file, imported)
			}
		}
	}
}

func goFiles(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git" || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		imports := []string{}
		for _, i := range f.Imports {
			p, _ := strconv.Unquote(i.Path.Value)
			imports = append(imports, p)
		}
		out[filepath.ToSlash(path)] = imports
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestLanguagesAreToldApartInOnePlace: only the list of languages asks which one a file
// is of; all others ask for what an entry of the list has.
func TestLanguagesAreToldApartInOnePlace(t *testing.T) {
	places := 0
	for file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") || file == "analysis/workspace/spar.go" { // which finds the files of an import
			continue
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				if n.Name != "IsSpar" {
					return true
				}
			case *ast.BasicLit:
				if n.Value != `".spar"` {
					return true
				}
			default:
				return true
			}
			if places++; file != "costmodel/predict/language.go" {
				t.Errorf("%s tells languages apart", set.Position(n.Pos()))
			}
			return true
		})
	}
	if places != 1 {
		t.Errorf("languages are told apart at %d places", places)
	}
}

// TestGoroutinesSurvive: what runs beside others forwards its panics to who waits for it
// (internal/parallel, analysis/memo), keeps them (the server), or is of the command, which
// has one answer at a time.
func TestGoroutinesSurvive(t *testing.T) {
	found := 0
	for file := range goFiles(t) {
		room := filepath.ToSlash(filepath.Dir(file))
		if strings.HasSuffix(file, "_test.go") || room == "internal/parallel" || room == "analysis/memo" || strings.HasPrefix(room, "cmd/") {
			continue
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			if c, is := n.(*ast.CallExpr); is && calledName(c.Fun) == "Go" && len(c.Args) == 1 {
				t.Errorf("%s: internal/parallel does that", set.Position(c.Pos()))
			}
			s, is := n.(*ast.GoStmt)
			if !is {
				return true
			}
			found++
			if body, literal := s.Call.Fun.(*ast.FuncLit); room != "lsp" || literal && !survives(tree, body.Body) {
				t.Errorf("%s: a panic here ends the process", set.Position(s.Pos()))
			}
			return true
		})
	}
	if found < 5 {
		t.Errorf("only %d goroutines are found", found)
	}
}

// survives reports whether a body, or a function of the file that it calls, defers survive.
func survives(file *ast.File, body ast.Node) bool {
	found := false
	called := map[string]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.DeferStmt:
			found = found || calledName(n.Call.Fun) == "survive"
		case *ast.CallExpr:
			called[calledName(n.Fun)] = true
		}
		return true
	})
	for _, d := range file.Decls {
		if f, is := d.(*ast.FuncDecl); is && called[f.Name.Name] && f.Body != nil && ast.Node(f.Body) != body {
			ast.Inspect(f.Body, func(n ast.Node) bool {
				d, is := n.(*ast.DeferStmt)
				found = found || is && calledName(d.Call.Fun) == "survive"
				return true
			})
		}
	}
	return found
}
