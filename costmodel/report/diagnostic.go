package report

// UnknownValue is the code of the diagnostics that ask for a value which no text
// gives. Their data is a Question.
const UnknownValue = "unknown-value"

// Question is the data of a diagnostic that asks for a value.
type Question interface{ Question() AskedValue }

// AskedValue is a value that is asked for.
type AskedValue struct {
	Name  string
	Value string // that is assumed now, as it is written

	// Seconds bounds what the answer can change of a call of the unit, where it is
	// Bounded.
	Seconds float64
	Bounded bool
}

// Question makes AskedValue a Question.
func (a AskedValue) Question() AskedValue { return a }

// Setting is the value as it is set: "n = 100".
func (a AskedValue) Setting() string { return a.Name + " = " + a.Value }
