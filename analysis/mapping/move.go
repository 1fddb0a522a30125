package mapping

import "github.com/parlens/parlens/analysis/program"

// Move gives an array another mapping, as REDISTRIBUTE and REALIGN do.
type Move struct {
	Array *program.Symbol
	To    Layout
}
