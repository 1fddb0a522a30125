package lsp

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/render"
)

// section is the name of the server's settings in the client's.
const section = "parlens"

// clientSettings is what the client has set; nil and "" mean not set. They win over
// the nearest parlens.toml.
type clientSettings struct {
	Machine    string
	Processors string
	Values     map[string]float64 // by lower-case name
	Threshold  *float64
	HintKinds  []string // of render.HintKinds; nil for all
	HotLines   *bool    // hints on the costliest lines only
	Hints      *bool
	Lenses     *bool
	Language   *bool    // what another server of Fortran would say too
	Include    []string // folders in which included files are searched
	Define     []string // macros that decide the preprocessor's conditionals
	Problems   []string // what is wrong with the rest
}

// display is what decides what is shown of a report.
type display struct {
	Filter render.Filter // of hints
	Hints  bool
	Lenses bool
}

// decodeSettings reads the settings. A setting that is wrong counts as not set,
// and is a problem.
func decodeSettings(raw jsontext.Value) clientSettings {
	var s clientSettings
	var members map[string]jsontext.Value
	if len(raw) == 0 || raw.Kind() == 'n' {
		return s
	}
	if err := json.Unmarshal(raw, &members); err != nil {
		s.problem("", "not an object")
		return s
	}
	take(&s, members, "machine", &s.Machine)
	take(&s, members, "processors", &s.Processors)
	var values map[string]vector
	take(&s, members, "values", &values)
	s.Values = make(map[string]float64, len(values))
	for name, list := range values {
		settings.SetList(s.Values, strings.ToLower(name), list)
	}
	take(&s, members, "threshold", &s.Threshold)
	take(&s, members, "hintKinds", &s.HintKinds)
	take(&s, members, "hotLines", &s.HotLines)
	take(&s, members, "hints", &s.Hints)
	take(&s, members, "lenses", &s.Lenses)
	take(&s, members, "languageFeatures", &s.Language)
	take(&s, members, "include", &s.Include)
	take(&s, members, "define", &s.Define)
	s.check()
	return s
}

// vector is a number, or a list of numbers.
type vector []float64

// UnmarshalJSON reads either.
func (v *vector) UnmarshalJSON(data []byte) error {
	var one float64
	if json.Unmarshal(data, &one) == nil {
		*v = vector{one}
		return nil
	}
	return json.Unmarshal(data, (*[]float64)(v))
}

// take sets target to the member, unless it is absent, null or of another kind.
func take[T any](s *clientSettings, members map[string]jsontext.Value, name string, target *T) {
	value, given := members[name]
	if !given {
		return
	}
	var v T
	if err := json.Unmarshal(value, &v); err != nil {
		s.problem("."+name, fmt.Sprintf("%s is of the wrong kind", value))
		return
	}
	*target = v
}

// check drops the settings that are of the right kind and yet impossible.
func (s *clientSettings) check() {
	if _, _, err := settings.ParseProcessors(s.Processors); err != nil {
		s.problem(".processors", err.Error())
		s.Processors = ""
	}
	if t := s.Threshold; t != nil && !(*t >= 0 && *t <= 1) {
		s.problem(".threshold", fmt.Sprintf("%v is no share between 0 and 1", *t))
		s.Threshold = nil
	}
	for _, k := range s.HintKinds {
		if !slices.Contains(render.HintKinds, k) {
			s.problem(".hintKinds", fmt.Sprintf("%q is none of %s", k, strings.Join(render.HintKinds, ", ")))
		}
	}
}

func (s *clientSettings) problem(name, what string) {
	s.Problems = append(s.Problems, fmt.Sprintf("setting %s%s: %s", section, name, what))
}

// over returns the configuration with what the client has set put over it.
func (s clientSettings) over(c settings.Config) (settings.Config, display) {
	if s.Machine != "" {
		c.Machine = s.Machine
	}
	if s.Processors != "" {
		c.Processors = s.Processors
	}
	values := maps.Clone(c.Values)
	if values == nil {
		values = map[string]float64{}
	}
	maps.Copy(values, s.Values)
	c.Values = values
	if s.Threshold != nil {
		c.Threshold = *s.Threshold
	}
	return c, display{
		Filter: render.Filter{Threshold: c.Threshold, Kinds: s.HintKinds, Hot: s.HotLines != nil && *s.HotLines},
		Hints:  s.Hints == nil || *s.Hints, Lenses: s.Lenses == nil || *s.Lenses,
	}
}

// equal reports whether both sets of settings say the same.
func (s clientSettings) equal(t clientSettings) bool {
	return s.Machine == t.Machine && s.Processors == t.Processors && maps.Equal(s.Values, t.Values) &&
		slices.Equal(s.Problems, t.Problems) && same(s.Threshold, t.Threshold) && same(s.Hints, t.Hints) && same(s.Lenses, t.Lenses) &&
		same(s.Language, t.Language) && same(s.HotLines, t.HotLines) && slices.Equal(s.HintKinds, t.HintKinds) && (s.HintKinds == nil) == (t.HintKinds == nil) && s.readsLike(t)
}

// readsLike reports whether sources are read alike.
func (s clientSettings) readsLike(t clientSettings) bool {
	return slices.Equal(s.Include, t.Include) && slices.Equal(s.Define, t.Define)
}

func same[T comparable](a, b *T) bool {
	return a == nil && b == nil || a != nil && b != nil && *a == *b
}
