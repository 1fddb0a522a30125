package effort

// Haste says how few steps have to do for one of several computations of the like, by what
// those before it have taken.
type Haste uint8

// The hastes. A unit is evaluated for each state in which it is called, for instance.
const (
	Unhurried Haste = iota
	Long            // one has needed the steps that are there for the last try: it begins with them
	Hurried         // one has needed more: a small part of them has to do, and a rough answer
)
