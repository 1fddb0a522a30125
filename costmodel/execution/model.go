package execution

import (
	"github.com/parlens/parlens/analysis/symbolic"
)

// Technique is a way to map a parallel loop.
type Technique string

// The techniques. In an array that has to fetch what it works on, the first two
// deal out the iterations, the last two the operations of one iteration or of one
// call of a function.
const (
	Block       Technique = "block"             // consecutive iterations to a processor
	Interleaved Technique = "interleaved"       // every P-th iteration
	Pipelined   Technique = "pipelined"         // a part of the loop's body to a processor
	Function    Technique = "function-pipeline" // a part of the function's body to a processor
)

// Techniques lists those that any parallel loop can be mapped by.
var Techniques = []Technique{Block, Interleaved, Pipelined}

// Applicable lists the techniques for some values: those of any loop, and function-body
// pipelining where the load factor of a function's parts is set.
func Applicable(values map[string]float64) []Technique {
	if values["FLF"] > 0 {
		return append(Techniques[:len(Techniques):len(Techniques)], Function)
	}
	return Techniques
}

// Title names a technique for a reader.
func (t Technique) Title() string {
	return map[Technique]string{Block: "block data partitioning", Interleaved: "interleaved data partitioning",
		Pipelined: "loop-body pipelining", Function: "function-body pipelining"}[t]
}

// Options say what counts beside the printed equations. The zero value gives those.
type Options struct {
	Rounded bool // shares are rounded up where P does not divide N
	Output  bool // results go back to the host: the output phase costs what the input phase does
	Startup bool // a message of G items takes S before its items
	Memory  bool // every iteration takes M to manage the local memory
	Host    bool // the host takes H for an item
	Copies  bool // an item is kept by all that read it: X before and Y behind it
}

// Parameter is one of the values that a model is a formula in.
type Parameter struct {
	Name, Meaning string
	Value         float64 // when nobody sets it
	Real          bool    // it need not be whole
}

// Parameters lists them for a reader.
var Parameters = []Parameter{
	{"N", "iterations of the loop, one data item each", 1000, false},
	{"P", "processors of the array", 10, false},
	{"BB", "cost of the loop's body, in costs of an item", 10, true},
	{"K", "share of the communication that partitioning hides, 0..1", 0, true},
	{"LF", "load factor of a pipeline: its largest part of the body by the average", 1, true},
	{"FLF", "the same of the body of a function that the loop calls; 0: it calls none", 0, true},
	{"C", "cost of receiving and sending in an iteration of a pipeline", 0, true},
	{"O", "what of it is hidden", 0, true},
	{"S", "start-up of a message", 0, true},
	{"G", "items of a message", 1, false},
	{"M", "cost of managing the local memory, an iteration", 0, true},
	{"H", "cost of an item at the host", 0, true},
	{"X", "items before its own that an iteration reads", 0, false},
	{"Y", "items behind its own that an iteration reads", 0, false},
}

// Model is a technique as formulas of its last processor, which finishes last.
type Model struct {
	Technique       Technique
	Arena           *symbolic.Arena
	SEQ, CL, SD, OL symbolic.Expr
	T               symbolic.Expr
	Copies          symbolic.Expr // of every item in local memories
	tape            *symbolic.Tape
}

// symbols are the parameters in an arena.
type symbols struct {
	*symbolic.Arena
}

func (s symbols) of(name string) symbolic.Expr {
	for _, p := range Parameters {
		if p.Name == name {
			if p.Real {
				return s.Sym(name, symbolic.Real)
			}
			return s.Sym(name, symbolic.Index)
		}
	}
	return s.Undefined("no parameter " + name)
}

// New builds the model of a technique.
func New(t Technique, o Options) *Model {
	a := symbolic.NewArena()
	s := symbols{a}
	a.Assume("P", 1, symbolic.Unbounded)
	a.Assume("N", 0, symbolic.Unbounded)
	m := &Model{Technique: t, Arena: a, Copies: a.Int(1)}
	if t == Block || t == Interleaved {
		m.partition(s, o)
	} else {
		m.pipeline(s, o)
	}
	total := a.Add(m.SEQ, m.CL, m.SD, a.Neg(m.OL))
	if o.Host { // it gives and takes every item once
		items := s.of("N")
		if o.Output {
			items = a.Mul(a.Int(2), items)
		}
		total = a.Max(total, a.Mul(items, s.of("H")))
	}
	return m.compile(total)
}

// compile completes a model with its time.
func (m *Model) compile(total symbolic.Expr) *Model {
	m.T = total
	m.tape = m.Arena.Compile(m.SEQ, m.CL, m.SD, m.OL, m.T)
	return m
}

// quotient is x / y, rounded up where shares are.
func (o Options) quotient(s symbols, x, y symbolic.Expr) symbolic.Expr {
	if o.Rounded {
		return s.Ceil(s.Quo(x, y))
	}
	return s.Quo(x, y)
}

// partition is section 3.1: every processor computes N/P iterations and passes on
// all N items, each received and sent; equations 3 and 4.
func (m *Model) partition(s symbols, o Options) {
	n, p, one := s.of("N"), s.of("P"), s.Int(1)
	share := o.quotient(s, n, p)
	body := s.of("BB")
	if o.Memory {
		body = s.Add(body, s.of("M"))
	}
	m.SEQ = s.Mul(share, body)
	transfer := one // of an item
	if o.Startup {
		transfer = s.Add(one, s.Quo(s.of("S"), s.of("G")))
	}
	m.CL = s.Mul(s.Int(2), n, transfer)
	before := s.Sub(p, one) // items that the last processor waits for
	if m.Technique == Block {
		before = s.Mul(before, share)
	}
	m.SD = s.Mul(before, transfer)
	if m.Technique == Interleaved && o.Copies {
		// Every item is kept by all processors that read it: each stores x + y more
		// for every one of its own, and the last begins y items later.
		more := s.Add(s.of("X"), s.of("Y"))
		m.Copies = s.Min(p, s.Add(one, more))
		m.SEQ = s.Add(m.SEQ, s.Mul(s.Sub(m.Copies, one), share))
		m.SD = s.Add(m.SD, s.Mul(s.of("Y"), transfer))
	}
	if o.Output {
		m.CL, m.SD = s.Mul(s.Int(2), m.CL), s.Mul(s.Int(2), m.SD)
	}
	m.OL = s.Mul(s.of("K"), m.CL)
}

// pipeline is section 3.2, with the largest part of the body on the last processor:
// equation 8, and with LF = 1 equation 7. C and O are those of every processor; they
// are equal in the paper's analysis (equation 6), and 0 here where nobody sets them.
func (m *Model) pipeline(s symbols, o Options) {
	n, p, one := s.of("N"), s.of("P"), s.Int(1)
	body := s.of("BB")
	if o.Memory {
		body = s.Add(body, s.of("M"))
	}
	load := s.of("LF")
	if m.Technique == Function {
		load = s.of("FLF")
	}
	largest := s.Mul(load, s.Quo(body, p))
	if o.Rounded { // a part is not larger than the body
		largest = s.Min(body, largest)
	}
	c, hidden := s.of("C"), s.of("O")
	if o.Startup {
		c = s.Add(c, s.Quo(s.Mul(s.Int(2), s.of("S")), s.of("G")))
	}
	m.SEQ = s.Mul(n, largest)
	m.CL = s.Mul(n, c)
	m.OL = s.Mul(n, hidden)
	m.SD = s.Add(s.Sub(body, largest), s.Mul(s.Sub(p, one), s.Sub(c, hidden)))
}

// Costs are the parts of a model for some values, in costs of an item.
type Costs struct {
	Technique          Technique
	SEQ, CL, SD, OL, T float64
	Impossible         string // why these values cannot be, though the equation has a value
}

// Values are those that nobody sets, and over them the given ones.
func Values(given map[string]float64) map[string]float64 {
	all := map[string]float64{}
	for _, p := range Parameters {
		all[p.Name] = p.Value
	}
	for n, v := range given {
		all[n] = v
	}
	return all
}

// Evaluate computes the parts for the values of all parameters.
func (m *Model) Evaluate(values map[string]float64) (Costs, error) {
	in, out := make([]float64, len(m.tape.Inputs())), make([]float64, 5)
	for i, s := range m.tape.Inputs() {
		in[i] = values[s.Name]
	}
	if err := m.tape.Eval(in, out); err != nil {
		return Costs{Technique: m.Technique}, err
	}
	c := Costs{Technique: m.Technique, SEQ: out[0], CL: out[1], SD: out[2], OL: out[3], T: out[4]}
	if c.OL > c.SEQ*(1+1e-12) {
		c.Impossible = "more communication is hidden than there is computation to hide it behind"
	}
	return c, nil
}
