package machines

import (
	"embed"
	"path"
	"slices"
	"strings"
)

// Machines for Spar programs are PAMELA models: processes for the operations
// of a processor and for the moves between processors.
//
//go:embed *.pam
var models embed.FS

// DefaultModel is the name of the model of a program that names no type of
// processors; ReportModel is that of one whose type is not found.
const (
	DefaultModel = "timber"
	ReportModel  = "das"
)

// Models returns the names of the PAMELA machine models that come with the
// program, sorted.
func Models() []string {
	entries, err := models.ReadDir(".")
	if err != nil {
		return nil
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".pam")
	}
	slices.Sort(names)
	return names
}

// Model returns the text of a PAMELA machine model that comes with the
// program, by its name or by the name of its file in any folder; false for any
// other.
func Model(name string) (string, bool) {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	data, err := models.ReadFile(strings.TrimSuffix(name, ".pam") + ".pam")
	return string(data), err == nil
}

// IsModel tells whether the name of a machine means a PAMELA model: a shipped
// one, or the path of one.
func IsModel(name string) bool {
	return strings.HasSuffix(name, ".pam") || slices.Contains(Models(), name)
}
