// Package depend tells which loops of a Spar program have independent iterations:
// of foreach, the order of iterations is free, which is less. Subscripts are
// compared as linear forms of the iterators; what methods do that a loop calls
// counts as done in the loop.
package depend
