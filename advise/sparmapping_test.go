package advise

import (
	"context"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// A mapping of a Spar program is the program with other dist strings.
func TestCompareSpar(t *testing.T) {
	const text = `public class a { static double u[*,*] <$ dist = "[block,collapsed]" $> = new double[64,64];
 static double w[*,*] <$ dist = "[block,collapsed]" $> = new double[64,64]; static double z[*] = new double[64];
 public static void main() { <$ independent $> foreach( i :- 1:63, j :- :64 ) w[i,j] = 0.5*u[i-1,j]; } }`
	s := settings.Settings{Procs: 8}
	compare := func(text string, mappings ...string) ([]Comparison, error) {
		snap := workspace.New(texts.FS{"a.spar": text}).Snapshot()
		_, all, err := Compare(context.Background(), snap, "a.spar", mappings, s)
		return all, err
	}
	all, err := compare(text, "u = [collapsed,block]; a.w = [ collapsed , block ]", "w = [cyclic,collapsed]")
	if err != nil || len(all) != 3 {
		t.Fatal(all, err)
	}
	for i, other := range []string{text, strings.ReplaceAll(text, "[block,collapsed]", "[collapsed,block]"), strings.Replace(text, `w[*,*] <$ dist = "[block`, `w[*,*] <$ dist = "[cyclic`, 1)} {
		if want, err := compare(other); err != nil || all[i].Time != want[0].Time || i > 0 && all[i].Time == all[0].Time {
			t.Errorf("%q takes %v s, the text %v (%v)", all[i].Mapping, all[i].Time, want[0].Time, err)
		}
	}
	for mapping, why := range map[string]string{"z = [block]": "no array z", "u = [block]": "2 subscripts", "u = [foo,collapsed]": `"foo" is none of`, "DISTRIBUTE u(BLOCK,*)": "not like"} {
		t.Run(mapping, func(t *testing.T) {
			if _, err := compare(text, mapping); err == nil || !strings.Contains(err.Error(), why) {
				t.Errorf("%v", err)
			}
		})
	}
}
