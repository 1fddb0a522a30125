package report

// Symbol is a name that formulas have: its value, and what it stands for.
type Symbol struct {
	Name    string
	Value   float64
	Meaning string // "constant", "processors along dimension 1", ...
	Line    int    // 0 when it belongs to none
}
