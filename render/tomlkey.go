package render

import (
	"strings"

	"github.com/parlens/parlens/internal/tomltree"
	"github.com/parlens/parlens/machines"
)

// KeyNumber is a number of a machine file with where it is from.
type KeyNumber struct{ Value, Provenance, Source string }

// KeyDetail is the short word about a key in a list: its unit, and whether it
// must be there.
func KeyDetail(k tomltree.Key) string {
	var words []string
	if k.Unit != "" {
		words = append(words, k.Unit)
	}
	if k.Required {
		words = append(words, "required")
	}
	return strings.Join(words, ", ")
}

// ValueDetail is the short word about a choice in a list.
func ValueDetail(k tomltree.Key, value string) string {
	if k.Name == "provenance" {
		return machines.Provenance(value).Meaning()
	}
	return ""
}

// KeyHover tells in markdown what a key means, what it can be, and where its
// number is from.
func KeyHover(k tomltree.Key, n KeyNumber) string {
	var b strings.Builder
	b.WriteString("**`" + k.Name + "`**")
	if detail := KeyDetail(k); detail != "" {
		b.WriteString(" (" + detail + ")")
	}
	b.WriteString(": " + k.Meaning + ".")
	if k.Values != nil {
		b.WriteString(" One of `" + strings.Join(k.Values, "`, `") + "`.")
	}
	if n.Value != "" {
		b.WriteString("\n\n`" + n.Value + "`")
		if k.Unit != "" {
			b.WriteString(" " + k.Unit)
		}
	}
	if n.Value != "" && n.Provenance != "" {
		b.WriteString(", **" + n.Provenance + "** (" + machines.Provenance(n.Provenance).Meaning() + ")")
		if n.Source != "" {
			b.WriteString(": " + n.Source)
		}
	}
	return b.String()
}
