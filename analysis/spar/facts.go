package spar

// Facts are what the body of a member tells about the rest of the program.
type Facts struct {
	Assigned []string   // names that it assigns to, in their order
	Calls    []CallSite // in their order
	Places   []*Pragma  // on and dist, in their order
	Defines  []*Pragma  // Pamela = (@x e) before statements
}

// CallSite is a call in the body of a member.
type CallSite struct {
	Call *Call
	On   bool // under a pragma that says where it runs
}

// factsOf collects the facts of a body; all empty for nil.
func factsOf(body *Block, notes *Pragmas) Facts {
	var f Facts
	if body != nil {
		f.statement(body, notes.Get("on") != nil)
	}
	return f
}

func (f *Facts) statement(s Stmt, on bool) {
	if s == nil {
		return
	}
	f.pragmas(s.Notes())
	for _, p := range s.Notes().All("Pamela") {
		if v := p.Value; v != nil && v.Kind == ListForm && len(v.Items) == 2 && v.Items[0].Kind == VarForm {
			f.Defines = append(f.Defines, p)
		}
	}
	on = on || s.Notes().Get("on") != nil
	for _, x := range Expressions(s) {
		WalkExpr(x, func(x Expr) { f.expression(x, on) })
	}
	for _, part := range Parts(s) {
		f.statement(part, on)
	}
}

func (f *Facts) expression(x Expr, on bool) {
	switch x := x.(type) {
	case *Assign:
		f.assigns(x.X)
	case *Unary:
		if x.Op == "++" || x.Op == "--" {
			f.assigns(x.X)
		}
	case *Call:
		f.Calls = append(f.Calls, CallSite{x, on})
	case *Marked:
		f.pragmas(x.Pragmas)
	case *NewArray:
		for _, z := range x.Sizes {
			f.pragmas(z.Pragmas)
		}
	}
}

func (f *Facts) pragmas(p *Pragmas) {
	if p == nil {
		return
	}
	for _, x := range p.List {
		if x.Name == "on" || x.Name == "dist" {
			f.Places = append(f.Places, x)
		}
	}
}

// assigns notes the names that an assignment to x changes.
func (f *Facts) assigns(x Expr) {
	switch x := x.(type) {
	case *Marked:
		f.assigns(x.X)
	case *Name:
		f.Assigned = append(f.Assigned, x.Name)
	case *Select:
		f.Assigned = append(f.Assigned, x.Name)
	case *Tuple:
		for _, i := range x.Items {
			f.assigns(i)
		}
	}
}
