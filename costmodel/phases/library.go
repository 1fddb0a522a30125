package phases

import (
	"fmt"
	"math"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/machines"
)

// Library is the communication library of a machine (paper 001, section 2.3):
// Tc = T1 + T2 + T3 + T4 + T5 for a message between two processors, where T1 is
// the send set-up, T2 the copy into a buffer, T3 the transmission, T4 the
// receive set-up, T5 the copy out of a buffer. T2, T3 and T5 may depend on the
// length. A machine that does not give the five gives their sum, by segments.
type Library struct {
	Steps    []Step             // T1..T5 in order; nil where only their sum is known
	Segments []machines.Segment // of the sum
}

// Step is one of T1..T5: seconds for a message, and for each of its bytes.
type Step struct{ Fixed, PerByte float64 }

// LibraryOf returns what a machine says of messages between neighbours. With the
// synchronous protocol nothing is buffered: T2 and T5 are 0 where the five are
// given; exact is false where a machine gives only the sum, which holds as it is.
func LibraryOf(m *machines.Machine, protocol string) (lib Library, exact bool) {
	if steps := stepsOf(m); steps != nil {
		if protocol == "synchronous" {
			steps[1], steps[4] = Step{}, Step{}
		}
		return Library{Steps: steps}, true
	}
	return Library{Segments: m.Segments()}, protocol == "buffered"
}

// stepsOf reads T1..T5; nil for a machine that gives none.
func stepsOf(m *machines.Machine) []Step {
	var steps []Step
	for _, names := range [5][2]string{
		{"send_setup_s", ""}, {"send_copy_s", "send_copy_per_byte_s"}, {"transmission_s", "transmission_per_byte_s"},
		{"receive_setup_s", ""}, {"receive_copy_s", "receive_copy_per_byte_s"},
	} {
		fixed, known := m.Number("communication." + names[0])
		if !known {
			return nil
		}
		perByte, _ := m.Number("communication." + names[1])
		steps = append(steps, Step{fixed.Value, perByte.Value})
	}
	return steps
}

// message is the time of one message of so many bytes, in seconds.
func (l Library) message(a *symbolic.Arena, bytes symbolic.Expr) symbolic.Expr {
	line := func(fixed, perByte float64) symbolic.Expr {
		return a.Add(a.Real(fixed), a.Mul(a.Real(perByte), bytes))
	}
	if l.Steps != nil {
		var fixed, perByte float64
		for _, s := range l.Steps {
			fixed, perByte = fixed+s.Fixed, perByte+s.PerByte
		}
		return line(fixed, perByte)
	}
	e := a.Int(0)
	for i := len(l.Segments) - 1; i >= 0; i-- {
		s := l.Segments[i]
		t := line(s.Startup.Value+s.PerHop.Value, s.PerByte.Value)
		if math.IsInf(s.UpToBytes, 1) {
			e = t
		} else {
			e = a.Cond(a.Le(bytes, a.Real(s.UpToBytes)), t, e)
		}
	}
	return e
}

// String tells the parameters: "1.43e-04 s + n / 3.34e+07 s".
func (l Library) String() string {
	if l.Steps == nil && len(l.Segments) == 1 {
		s := l.Segments[0]
		return fmt.Sprintf("%.3g s + %.3g s a byte", s.Startup.Value+s.PerHop.Value, s.PerByte.Value)
	}
	if l.Steps == nil {
		return fmt.Sprintf("%d segments", len(l.Segments))
	}
	text := ""
	for i, s := range l.Steps {
		text += fmt.Sprintf(" T%d = %.3g s + %.3g s a byte", i+1, s.Fixed, s.PerByte)
	}
	return text[1:]
}

// operation is what one operation of the library asks of a processor: the time
// it takes, how many messages the processor sends, and their bytes together.
type operation struct{ seconds, messages, bytes symbolic.Expr }

// stepName is the index of the steps of an exchange.
const stepName = "step"

// perform builds an operation among q processors whose messages have so many
// bytes (paper 001, section 5.3 and table 4: only their number and length
// count, not where they travel). The lengths of an exchange may differ from step
// to step.
func (l Library) perform(a *symbolic.Arena, name string, q, count, bytes symbolic.Expr) operation {
	switch name {
	case "transpose", "ring": // a message to every other processor; q-1 messages to the neighbour
		count = a.Sub(q, a.Int(1))
	case "broadcast": // the binomial tree
		count = a.CeilLog2(q)
	case "exchange": // with one neighbour after the other in a hypercube
		last := a.CeilLog2(q)
		steps := func(e symbolic.Expr) symbolic.Expr { return a.Sum(stepName, a.Int(1), last, e) }
		return operation{steps(l.message(a, bytes)), last, steps(bytes)}
	}
	return operation{a.Mul(count, l.message(a, bytes)), count, a.Mul(count, bytes)}
}
