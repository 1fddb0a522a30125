package report

// Formula writes the reference processor's own time (waits aside), in seconds,
// in problem sizes and processor counts. It is worked out when it is asked for
// the first time, since it takes longer than all the numbers. A nil Formula is
// empty.
type Formula func() string

// String returns the formula, "" when the time is always 0.
func (f Formula) String() string {
	if f == nil {
		return ""
	}
	return f()
}

// MarshalText returns the formula's text.
func (f Formula) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText takes a written formula.
func (f *Formula) UnmarshalText(text []byte) error {
	s := string(text)
	*f = func() string { return s }
	return nil
}
