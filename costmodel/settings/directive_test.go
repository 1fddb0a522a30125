package settings

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
)

func TestBadDirective(t *testing.T) {
	for text, good := range map[string]bool{
		"!PARLENS$ SET n = 1": true, "CPARLENS$ set n=1,m=2": true, "! parlens$ set n = 1": false, "!PARLENS$ SET": false, "!PARLENS$ SET n": false,
		"!PARLENS$ SET n = m": false, "!PARLENS$ n = 1": false, "!PARLENS$ SET size(a, 1) = 1e3": true, "!PARLENS$ SET n = 1.2.3": false,
	} {
		t.Run(text, func(t *testing.T) {
			found, problems := Directives(source.NewText("a = 1\n" + text + "\n"))
			ordinary := strings.HasPrefix(text, "! ")
			if good != (len(found) > 0) || !good && !ordinary != (len(problems) == 1) {
				t.Errorf("%s: %v, %v", text, found, problems)
			}
		})
	}
}
