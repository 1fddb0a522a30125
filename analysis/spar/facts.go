package spar

import "slices"

// Facts are what the body of a member tells about the rest of the program.
type Facts struct {
	Assigned []string   // names that it assigns to, in their order
	Stored   []string   // those of them that it does not declare itself
	Others   []string   // those of them that it selects of something else than this: x.n = 1
	Read     []string   // names in it that it does not declare itself, each once
	Calls    []CallSite // in their order
	Places   []*Pragma  // on and dist of parameters and in the body, in their order
	Defines  []*Pragma  // Pamela = (@x e) before statements
	Made     []Made     // arrays that it makes for names that it does not declare itself
	Locals   []*Declarator
	Indices  []string   // iterators of its loops
	Sizes    []string   // arrays whose extents it asks for
	Whole    []string   // names that are used but for reading an element, or the length
	Created  []CallSite // objects that it makes: calls of constructors
}

// Made is x = new T[n], or x[k] = new T[n].
type Made struct {
	Name string
	Subs []Expr // k; none for the array itself
	New  *NewArray
}

// CallSite is a call in the body of a member.
type CallSite struct {
	Call *Call
	New  *New // of a constructor, in the place of Call
	On   bool // under a pragma that says where it runs, or in a task
	Task bool // in an iteration that is dealt out whole
	Free bool // in an iteration of an independent loop
}

// Args are the arguments of the call.
func (c CallSite) Args() []Expr {
	if c.New != nil {
		return c.New.Args
	}
	return c.Call.Args
}

// factsOf collects the facts of a body; all empty for nil.
func factsOf(body *Block, notes *Pragmas, params []*Param) Facts {
	f := gathering{whole: uses{}}
	for _, p := range params {
		f.own = append(f.own, p.Name)
		f.pragmas(p.Pragmas)
		f.typed(p.Type)
	}
	if body != nil {
		f.statement(body, around{on: notes.Get("on") != nil})
	}
	f.Whole = f.whole.names()
	return f.Facts
}

// gathering collects the facts of a body.
type gathering struct {
	Facts
	own   []string // names of the method that are visible where it has come to
	whole uses
}

// around is what holds where a statement stands.
type around struct{ on, task, free bool }

func (f *gathering) statement(s Stmt, in around) {
	if s == nil {
		return
	}
	if l, ok := s.(*Local); ok {
		f.locals(l)
	} else {
		visible := len(f.own)
		defer func() { f.own = f.own[:visible] }()
	}
	f.pragmas(s.Notes())
	for _, p := range s.Notes().All("Pamela") {
		if v := p.Value; v != nil && v.Kind == ListForm && len(v.Items) == 2 && v.Items[0].Kind == VarForm {
			f.Defines = append(f.Defines, p)
		}
	}
	if s.Notes().Get("on") != nil {
		in.on, in.task = true, false
	}
	if x, ok := s.(*For); ok {
		for _, i := range x.Init {
			if l, ok := i.(*Local); ok {
				f.locals(l)
			}
		}
	}
	for _, x := range Expressions(s) {
		WalkExpr(x, func(x Expr) { f.expression(x, in) })
	}
	if l, ok := s.(*Loop); ok {
		for _, c := range l.Cards {
			f.own, f.Indices = append(f.own, c.Name), append(f.Indices, c.Name)
		}
		if s.Notes().Get("taskparallel") != nil && !in.on {
			in.on, in.task = true, true
		}
		in.free = in.free || s.Notes().Get("independent") != nil
	}
	for _, part := range Parts(s) {
		f.statement(part, in)
	}
}

func (f *gathering) expression(x Expr, in around) {
	f.whole.see(x)
	switch x := x.(type) {
	case *Assign:
		f.assigns(x.X)
		f.makes(x)
	case *New:
		f.Created = append(f.Created, CallSite{New: x, On: in.on, Task: in.task, Free: in.free})
	case *Unary:
		if x.Op == "++" || x.Op == "--" {
			f.assigns(x.X)
		}
	case *Call:
		f.Calls = append(f.Calls, CallSite{Call: x, On: in.on, Task: in.task, Free: in.free})
	case *Name:
		f.reads(x.Name)
	case *Select:
		f.reads(x.Name)
		if of, ok := x.X.(*Name); ok && (x.Name == "length" || x.Name == "getSize") {
			f.Sizes = append(f.Sizes, of.Name)
		}
	case *Marked:
		f.pragmas(x.Pragmas)
	case *NewArray:
		for _, z := range x.Sizes {
			f.pragmas(z.Pragmas)
		}
	}
}

// makes notes an array that is made for a variable of a class.
func (f *gathering) makes(x *Assign) {
	n, ok := Unmarked(x.Y).(*NewArray)
	if !ok || x.Op != "=" {
		return
	}
	left, subs := x.X, []Expr(nil)
	if i, ok := left.(*Index); ok && !i.Vector {
		left, subs = i.X, i.Subs
	}
	switch left := left.(type) {
	case *Name:
		if !slices.Contains(f.own, left.Name) {
			f.Made = append(f.Made, Made{left.Name, subs, n})
		}
	case *Select:
		if owner, ok := left.X.(*Name); ok && owner.Name == "this" {
			f.Made = append(f.Made, Made{left.Name, subs, n})
		}
	}
}

// locals notes the names of local variables, and where their types say that
// their elements are.
func (f *gathering) locals(s *Local) {
	for _, d := range s.Names {
		f.own, f.Locals = append(f.own, d.Name), append(f.Locals, d)
		f.typed(d.Type)
	}
}

// typed collects the maps of a type.
func (f *gathering) typed(t *TypeRef) {
	f.pragmas(t.Pragmas)
	for _, x := range t.Dims {
		f.pragmas(x.Pragmas)
	}
}

func (f *gathering) pragmas(p *Pragmas) {
	if p == nil {
		return
	}
	for _, x := range p.List {
		if x.Name == "on" || x.Name == "dist" {
			f.Places = append(f.Places, x)
		}
	}
}

func (f *gathering) reads(name string) {
	if !slices.Contains(f.own, name) && !slices.Contains(f.Read, name) {
		f.Read = append(f.Read, name)
	}
}

// assigns notes the names that an assignment to x changes.
func (f *gathering) assigns(x Expr) {
	switch x := x.(type) {
	case *Marked:
		f.assigns(x.X)
	case *Name:
		f.Assigned = append(f.Assigned, x.Name)
		if !slices.Contains(f.own, x.Name) {
			f.Stored = append(f.Stored, x.Name)
		}
	case *Select:
		f.Assigned, f.Stored = append(f.Assigned, x.Name), append(f.Stored, x.Name)
		if of, ok := x.X.(*Name); !ok || of.Name != "this" {
			f.Others = append(f.Others, x.Name)
		}
	case *Tuple:
		for _, i := range x.Items {
			f.assigns(i)
		}
	}
}
