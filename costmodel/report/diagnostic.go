package report

// UnknownValue is the code of the diagnostics that ask for a value which no text
// gives. Their message begins with its name.
const UnknownValue = "unknown-value"
