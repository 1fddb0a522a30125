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

func TestOutside(t *testing.T) {
	text := source.NewText("!PARLENS$ SET n = 1\na = 1\n!PARLENS$ SET n = 2\n! parlens$ n\n!PARLENS$ PHASE \"m.toml\" \"p\"\n  !parlens$ set  \n")
	got := Outside(text, func(line int) bool { return line == 2 || line == 3 })
	if len(got) != 2 || text.Slice(got[0].Span) != "!PARLENS$ SET n = 1" || text.Slice(got[1].Span) != "  !parlens$ set" {
		t.Errorf("%v", got)
	}
}
