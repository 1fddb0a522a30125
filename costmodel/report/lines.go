package report

import "math"

// Lines are the lines First..Last of a file, counted from 1.
type Lines struct{ First, Last int }

// AllLines are those of any file.
var AllLines = Lines{1, math.MaxInt}
