package source

// Fix is a change of a text that removes a diagnostic.
type Fix struct {
	Title     string
	Edits     []Edit
	Preferred bool // it is what was meant, as far as can be told
}
