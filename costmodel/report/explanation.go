package report

import (
	"github.com/parlens/parlens/analysis/explain"
	"github.com/parlens/parlens/analysis/source"
)

// Explanation says of a file what a compiler makes of it: mappings, partitions
// and communication, for the processors and sizes of the settings. It is
// immutable and shared.
type Explanation struct {
	File        string
	Machine     Machine // whose compiler's scheme it is
	Units       []*explain.Unit
	Diagnostics []source.Diagnostic // spans absolute in the file
}
