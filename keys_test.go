package parlens_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// remembering are the functions whose last argument computes what they remember.
var remembering = map[string]bool{"Get": true, "GetFrom": true, "Load": true, "LoadFrom": true, "remember": true}

// TestComputationsReadTheirKey: what computes something to be remembered is a named
// function. A function literal, or a method of a value, could read more than its key.
func TestComputationsReadTheirKey(t *testing.T) {
	found := 0
	for file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") || filepath.ToSlash(filepath.Dir(file)) == "analysis/memo" {
			continue
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range tree.Decls {
			f, is := decl.(*ast.FuncDecl)
			if !is || remembering[f.Name.Name] {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				call, is := n.(*ast.CallExpr)
				if !is || !remembers(call) {
					return true
				}
				found++
				if x := call.Args[len(call.Args)-1]; !named(x, localNames(f)) {
					t.Errorf("%s: what is computed may read more than its key: pass a function by its name, or a method by its type", set.Position(x.Pos()))
				}
				return true
			})
		}
	}
	if found < 40 {
		t.Errorf("only %d computations are found", found)
	}
}

func remembers(call *ast.CallExpr) bool {
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		from, is := f.X.(*ast.Ident)
		return is && from.Name == "memo" && remembering[f.Sel.Name]
	case *ast.Ident:
		return f.Name == "remember"
	}
	return false
}

// named reports whether an expression is the name of a function or of a type's method.
func named(x ast.Expr, local map[string]bool) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return !local[x.Name]
	case *ast.SelectorExpr:
		return named(x.X, local)
	}
	return false
}

// localNames are the names of variables that a function declares.
func localNames(f *ast.FuncDecl) map[string]bool {
	out := map[string]bool{}
	add := func(names ...*ast.Ident) {
		for _, n := range names {
			out[n.Name] = true
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			add(n.Names...)
		case *ast.ValueSpec:
			add(n.Names...)
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				for _, x := range n.Lhs {
					if id, is := x.(*ast.Ident); is {
						add(id)
					}
				}
			}
		case *ast.RangeStmt:
			for _, x := range []ast.Expr{n.Key, n.Value} {
				if id, is := x.(*ast.Ident); is {
					add(id)
				}
			}
		}
		return true
	})
	return out
}
