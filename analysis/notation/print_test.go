package notation

import "testing"

// Expressions have the brackets that stand in their trees, and those without which they
// would read as others.
func TestText(t *testing.T) {
	x, y, z := Sym("x"), Sym("y"), Sym("z")
	for want, n := range map[string]Node{
		"x + y * z":                        Infix("+", x, Infix("*", y, z)),
		"(x + y) mod z":                    Infix("mod", Infix("+", x, y), z),
		"x - (y - z)":                      Infix("-", x, Infix("-", y, z)),
		"((x - y) - z)":                    In(Infix("-", In(Infix("-", x, y)), z)),
		"(x ^ y) ^ x ^ z":                  Infix("^", Infix("^", x, y), &Binary{Op: "^", X: x, Y: z}),
		"not (x == 3)":                     Not(Infix("==", x, Int(3))),
		"-3 * max(x, -1.5)":                Infix("*", Int(-3), Call("max", x, Float(-1.5))),
		"(if (x) 1 else 0) + y":            Infix("+", In(If(x, Int(1), Int(0))), y),
		"if (x) { if (y) 1 } else 0":       If(x, If(y, Int(1), nil), Int(0)),
		"sum (i = 1, x - 1) { i }":         Over("sum", "i", Int(1), Infix("-", x, Int(1)), Braces(Sym("i"))),
		"sum (i = 1, x) (i + y)":           Over("sum", "i", Int(1), x, Infix("+", Sym("i"), y)),
		"{ f() ; g(x, y) }":                Braces(Call("f"), Call("g", x, y)),
		"(a + 1) * y":                      Put(Infix("*", x, y), func(name string) Node { return map[string]Node{"x": Infix("+", Sym("a"), Int(1))}[name] }),
		"h((a)) ; par (i = 0, (a)) f((a))": Put(Infix(";", Call("h", x), Over("par", "i", Int(0), x, Call("f", x))), func(string) Node { return Sym("a") }),
	} {
		t.Run(want, func(t *testing.T) {
			if Text(n) != want {
				t.Errorf("%s, want %s", Text(n), want)
			}
		})
	}
}

// Processes are written as paper 004 writes them: on lines of their own what stands in
// braces, below the comments about it, and behind conditions.
func TestProcess(t *testing.T) {
	f, c := Call("f", Sym("p")), Infix("==", Sym("p"), Sym("q"))
	n := &Block{Steps: []Step{
		{[]string{"one"}, f},
		{nil, Over("seq", "i", Int(0), Sym("n"), f)},
		{[]string{"two", "three"}, Over("par", "i", Int(0), Sym("n"), Braces(If(c, Braces(f), Braces(f, f))))},
		{nil, Over("par", "i", Int(0), Int(1), Over("seq", "j", Int(0), Int(1), If(Sym("x"), If(c, f, f), nil)))},
	}}
	const want = `{
    % one

    f(p)
    ;
    seq (i = 0, n) f(p)

    % two
    % three
    ;
    par (i = 0, n) {
        if (p == q) {
            f(p)
        } else {
            f(p)
            ;
            f(p)
        }
    }
    ;
    par (i = 0, 1)
    seq (j = 0, 1)
        if (x)
            if (p == q)
                f(p)
            else
                f(p)
}`
	if got := Process(n); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
