package lsp

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/whatif"
)

// A point of a curve says that it is at least what it shows, and nothing where it is all.
func TestPointInPart(t *testing.T) {
	for _, least := range []bool{true, false} {
		text, err := json.Marshal(pointOf(whatif.Point{Values: []whatif.Value{{Number: 4}}, AtLeast: least}))
		if err != nil || strings.Contains(string(text), `"at_least":true`) != least || strings.Contains(string(text), "at_least") != least {
			t.Errorf("%v: %s, %v", least, text, err)
		}
	}
}
