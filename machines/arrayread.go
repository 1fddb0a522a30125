package machines

import (
	"cmp"
	"slices"

	"github.com/parlens/parlens/internal/tomltree"
)

// The keys of the table `array` of a machine of measured array operations.
var (
	arrayKey = tomltree.Key{Name: "array", Meaning: "measured Fortran 90 array operations; a machine that has it needs no `scheme`, `processing`, `memory` and `communication`", Table: true}

	arrayChoices = []tomltree.Key{
		{Name: "memory", Meaning: "where arrays are: `distributed` over the nodes, whose owners compute, or `shared`", Values: []string{"distributed", "shared"}},
		{Name: "layout", Meaning: "how arrays lie in a distributed memory", Values: []string{"blocked", "cyclic"}},
		{Name: "masks", Meaning: "`full`: a masked computation is made everywhere, and copied where the mask is true; `partial`: made where it is true", Values: []string{"full", "partial"}},
		{Name: "strides", Meaning: "`cache`: overhead by stride and array size, OH-CACHESTRIDE; `bank`: by stride alone, OH-BANKSTRIDE", Values: []string{"cache", "bank"}},
		{Name: "blocks", Meaning: "`full`: overhead of a section by the size of its array, OH-FULLBLOCK; `partial`: by its own size, OH-PARTIALBLOCK", Values: []string{"full", "partial"}},
		{Name: "constant_blocks", Meaning: "whether sections with constant bounds have that overhead too", Values: []string{"charged", "free"}},
		{Name: "host", Meaning: "`separate`: serial code runs on a processor of its own and reaches arrays by SREM-READ and SREM-WRITE", Values: []string{"none", "separate"}},
	}
	arrayOthers = []tomltree.Key{
		{Name: "word_bytes", Unit: "bytes", Meaning: "size of a single-precision real; what is larger is double precision", Required: true},
		{Name: "base", Meaning: "a shipped machine whose parameters this one has, but for those that it gives"},
		{Name: "parameters", Meaning: "what was measured, each `array.parameters.NAME`", Table: true},
		{Name: "optimizations", Meaning: "what the compiler was found to do, each a table", Table: true},
	}
	curveKeys = []tomltree.Key{
		{Name: "elements", Meaning: "sizes that were measured, ascending"},
		{Name: "argument", Meaning: "of an overhead: the strides, percentages or block sizes that were measured"},
		{Name: "mean_s", Unit: "seconds", Meaning: "of the whole operation, or of one element for an overhead; a difference of measurements, so that it may be negative", Required: true},
		{Name: "low_s", Unit: "seconds", Meaning: "lower ends of the intervals; the mean when left out"},
		{Name: "high_s", Unit: "seconds", Meaning: "upper ends"},
		{Name: "minimum_s", Unit: "seconds", Meaning: "from the least run times that were seen; the mean when left out"},
		{Name: "confidence", Meaning: "of the intervals, 0.9 when left out"},
		{Name: "like", Meaning: "instead of numbers: the parameter that it stands in for"},
		{Name: "times", Meaning: "with `like`: multiplied by this, 1 when left out"},
	}
	verdictKeys = []tomltree.Key{
		{Name: "applied", Meaning: "whether the compiler does it; `maybe` counts as yes, `unknown` as no", Values: []string{"no", "yes", "maybe", "unknown"}, Required: true},
		{Name: "ratio", Meaning: "interval of naive to optimized run time"},
		{Name: "threshold", Meaning: "the least ratio where it is not applied"},
	}
)

// array reads the table `array`, nil where there is none.
func (r *reader) array(root *tomltree.Node) *Array {
	f := root.Get("array")
	if f == nil {
		return nil
	}
	t := f.Value
	if t.Kind != tomltree.Table {
		r.WrongType(t, "array", "a table")
		return nil
	}
	a := &Array{curves: map[string]*Curve{}, Optimizations: map[string]Verdict{}}
	for i, into := range []*string{&a.Memory, &a.Layout, &a.Masks, &a.Strides, &a.Blocks, &a.ConstantBlocks, &a.Host} {
		*into = r.Choice(t, arrayChoices[i].Name, arrayChoices[i].Values)
	}
	if f := t.Get("word_bytes"); f == nil {
		r.missing(t, "word_bytes", "array")
	} else if v, ok := r.number(f.Value, "word_bytes", count); ok {
		a.WordBytes = int(v)
	}
	r.Unknown(t, names(arrayChoices, arrayOthers, originKeys))
	r.inherit(t, a)
	defaults := r.origin(t, Number{})
	for _, f := range r.tables(t, "parameters") {
		a.curves[f.Key] = r.curve(f, defaults)
	}
	r.likes(t, a)
	for _, f := range r.tables(t, "optimizations") {
		if _, ok := tomltree.Find(optimizationKeys(), f.Key); !ok {
			r.Unknown(&tomltree.Node{Fields: []*tomltree.Field{f}}, names(optimizationKeys()))
			continue
		}
		a.Optimizations[f.Key] = r.verdict(f, defaults)
	}
	return a
}

// inherit takes over the parameters of the machine that the table names.
func (r *reader) inherit(t *tomltree.Node, a *Array) {
	base := r.Text(t, "base")
	if base == "" {
		return
	}
	m, err := Load(base, nil)
	if err != nil || m.Array == nil {
		r.Errorf(valueSpan(t, "base"), "unknown-choice", "base is %q, which is no shipped machine of array operations", base)
		return
	}
	for name, c := range m.Array.curves {
		a.curves[name] = c
	}
}

// tables returns the tables inside a table, by their keys.
func (r *reader) tables(t *tomltree.Node, key string) []*tomltree.Field {
	f := t.Get(key)
	if f == nil {
		return nil
	}
	if f.Value.Kind != tomltree.Table {
		r.WrongType(f.Value, key, "a table")
		return nil
	}
	var out []*tomltree.Field
	for _, f := range f.Value.Fields {
		if f.Value.Kind != tomltree.Table {
			r.WrongType(f.Value, f.Key, "a table")
			continue
		}
		out = append(out, f)
	}
	return out
}

func (r *reader) curve(f *tomltree.Field, defaults Number) *Curve {
	t := f.Value
	n := r.provenance(f, defaults)
	c := &Curve{Name: f.Key, Confidence: 0.9, Times: 1, Provenance: n.Provenance, Source: n.Source}
	r.Unknown(t, names(curveKeys, originKeys))
	c.Like = r.Text(t, "like")
	r.plain(t, "times", &c.Times)
	r.plain(t, "confidence", &c.Confidence)
	if c.Confidence <= 0 || c.Confidence >= 1 {
		r.Errorf(valueSpan(t, "confidence"), "out-of-range", "confidence is %v; it lies between 0 and 1", c.Confidence)
	}
	if c.Like != "" {
		return c
	}
	mean := r.list(t, "mean_s", -1)
	if len(mean) == 0 {
		r.missing(t, "mean_s or like", f.Key)
		return c
	}
	lists := map[string][]float64{}
	for _, key := range []string{"elements", "argument", "low_s", "high_s", "minimum_s"} {
		lists[key] = r.list(t, key, len(mean))
	}
	at := func(key string, i int, missing float64) float64 {
		if list := lists[key]; i < len(list) {
			return list[i]
		}
		return missing
	}
	for i, m := range mean {
		c.Points = append(c.Points, Point{at("argument", i, 0), at("elements", i, 0), m, at("low_s", i, m), at("high_s", i, m), at("minimum_s", i, m)})
	}
	slices.SortStableFunc(c.Points, func(p, q Point) int {
		return cmp.Or(cmp.Compare(p.Argument, q.Argument), cmp.Compare(p.Elements, q.Elements))
	})
	for i := 1; i < len(c.Points); i++ {
		if p, q := c.Points[i-1], c.Points[i]; p.Argument == q.Argument && p.Elements == q.Elements {
			r.Errorf(f.Span, "measured-twice", "%s is given twice for the same size and argument", f.Key)
			break
		}
	}
	return c
}

// likes gives the parameters that stand in for others their points.
func (r *reader) likes(t *tomltree.Node, a *Array) {
	for _, f := range r.tables(t, "parameters") {
		c := a.curves[f.Key]
		if c.Like == "" {
			continue
		}
		from, ok := a.curves[c.Like]
		if !ok || from.Like != "" {
			r.Errorf(valueSpan(f.Value, "like"), "unknown-choice", "like is %q, which is no measured parameter of the machine", c.Like)
			continue
		}
		c.Confidence = from.Confidence
		for _, p := range from.Points {
			p.Mean, p.Low, p.High, p.Minimum = c.Times*p.Mean, c.Times*p.Low, c.Times*p.High, c.Times*p.Minimum
			c.Points = append(c.Points, p)
		}
	}
}

func (r *reader) verdict(f *tomltree.Field, defaults Number) Verdict {
	n := r.provenance(f, defaults)
	v := Verdict{Applied: "unknown", Provenance: n.Provenance, Source: n.Source}
	r.Unknown(f.Value, names(verdictKeys, originKeys))
	if f.Value.Get("applied") == nil {
		r.missing(f.Value, "applied", f.Key)
	} else {
		v.Applied = r.Choice(f.Value, "applied", verdictKeys[0].Values)
	}
	if f.Value.Get("ratio") != nil {
		if ratio := r.list(f.Value, "ratio", 2); len(ratio) == 2 {
			v.Ratio = [2]float64(ratio)
		}
	}
	r.plain(f.Value, "threshold", &v.Threshold)
	return v
}

// provenance is where the numbers of a table are from.
func (r *reader) provenance(f *tomltree.Field, defaults Number) Number {
	n := r.origin(f.Value, defaults)
	if n.Provenance == "" || n.Source == "" {
		r.Errorf(f.Span, "no-provenance", "%s does not say where it is from; it needs a provenance and a source", f.Key)
	}
	return n
}

// plain reads a number that may be left out.
func (r *reader) plain(t *tomltree.Node, key string, into *float64) {
	if f := t.Get(key); f != nil {
		if v, ok := r.number(f.Value, key, amount); ok {
			*into = v
		}
	}
}

// list reads numbers of any sign; with a length of 0 or more there must be as many.
func (r *reader) list(t *tomltree.Node, key string, length int) []float64 {
	f := t.Get(key)
	if f == nil {
		return nil
	}
	if f.Value.Kind != tomltree.Array {
		r.WrongType(f.Value, key, "an array of numbers")
		return nil
	}
	var out []float64
	for _, item := range f.Value.Items {
		v, ok := item.Number()
		if !ok || v-v != 0 {
			r.WrongType(item, key, "an array of finite numbers")
			return nil
		}
		out = append(out, v)
	}
	if length >= 0 && len(out) != length {
		r.Errorf(f.Value.Span, "out-of-range", "%s has %d numbers; it must have %d", key, len(out), length)
		return nil
	}
	return out
}
