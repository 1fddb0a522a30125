package source

// Severity orders diagnostics by how much they matter.
type Severity uint8

// The severities, worst first.
const (
	Error Severity = iota + 1
	Warning
	Information
	Hint
)

var severityNames = [...]string{Error: "error", Warning: "warning", Information: "information", Hint: "hint"}

// String returns the lower-case name.
func (s Severity) String() string { return severityNames[s] }

// Diagnostic is a message about a span of a text. Code is stable and short
// ("unknown-template"); the message is a sentence for a person.
type Diagnostic struct {
	Span     Span
	Severity Severity
	Code     string
	Message  string

	// Data is what the message is about, for code that acts on it: a comparable
	// value whose type its package documents, nil where nothing does. Nobody reads
	// facts out of messages.
	Data any
}
