package depend

import "github.com/parlens/parlens/analysis/spar"

// jumps are how many there were that leave a switch, and that leave a loop in the
// iteration too.
type jumps struct{ ofSwitch, ofLoop int }

// jump goes through a statement that leaves out what follows: up to the end of the
// innermost loop or switch, of the innermost loop, or of all.
func (s *scan) jump(x *spar.Jump) {
	s.read(x.X)
	all := x.Word == "return" || x.Target != ""
	if len(s.open) == 1 && (all || x.Word == "break" && s.nested == 0) {
		s.doubt(x.At(), x.Word+" may end the loop")
	}
	s.tests++
	if all || x.Word == "continue" {
		s.jumps.ofSwitch++
	}
	if all {
		s.jumps.ofLoop++
	}
}

// breakable goes through a loop or a switch in the iteration. What follows it is left out
// only by the jumps that leave it.
func (s *scan) breakable(loop bool, f func()) {
	tests, before := s.tests, s.jumps
	s.nested++
	s.perhaps(f)
	s.nested--
	if loop {
		s.tests, s.jumps.ofSwitch = tests+s.jumps.ofLoop-before.ofLoop, before.ofSwitch+s.jumps.ofLoop-before.ofLoop
	} else {
		s.tests = tests + s.jumps.ofSwitch - before.ofSwitch
	}
}
