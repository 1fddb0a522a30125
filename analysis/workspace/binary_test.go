package workspace

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/internal/oracle/texts"
)

func TestWhatIsNoTextIsNotRead(t *testing.T) {
	padding := strings.Repeat("! padding\n", textHead/10)
	for _, c := range []struct {
		name, text, says string
	}{
		{"object", "\x7fELF\x02\x01\x01\x00\x00", "byte 8 is zero"},
		{"utf16", "p\x00r\x00", "byte 2 is zero"},
		{"last of the head", padding[1:] + "\x00", "byte 8000 is zero"},
		{"padded", padding + "\x00", ""},
		{"latin1", "! \xe9t\xe9\n", ""},
		{"empty", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := newDisk(texts.FS{"a.f90": c.text}).file("a.f90")
			if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v, want %q", err, c.says)
			}
		})
	}
}
