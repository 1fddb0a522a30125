package report

// Provenance is where a value of a program comes from. Assumption.Source says it in
// words.
type Provenance int

// The provenances of values.
const (
	Noted    Provenance = iota // no value: a choice of the compiler, an estimate, a count
	Constant                   // of the program
	Traced                     // found by running what it depends on
	Changing                   // traced, and another one from iteration to iteration
	Set                        // by the user
	Directed                   // set by a directive of the program
	Assumed                    // nothing gives it
)
