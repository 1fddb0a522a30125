package evaluate

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// countdown is a context that ends when it has been asked so many times.
type countdown struct {
	context.Context
	left, after int // questions until it ends, and those since
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		c.after++
		return context.Canceled
	}
	return nil
}

// TestStoppedModels stops the making of a model at many places: it is stopped before
// the next statement, and what is made afterwards is what it is from scratch.
func TestStoppedModels(t *testing.T) {
	text := solver(64, 256)
	w := workspace.New(texts.FS{})
	w.Open("x.f90", "", 1, text)
	m := shipped(t, "ipsc860")
	link := func(ctx context.Context, snap *workspace.Snapshot) error {
		f, err := snap.File("x.f90")
		if err != nil {
			t.Fatal(err)
		}
		_, err = newLinker(snap.Memo(), m, settings.Settings{}).link(ctx, newProcedures(snap).root(f, 0), nil)
		return err
	}
	whole := &countdown{Context: context.Background(), left: 1 << 40}
	if err := link(whole, workspace.New(texts.FS{"x.f90": text}).Snapshot()); err != nil {
		t.Fatal(err)
	}
	asked := 1<<40 - whole.left
	if lines := strings.Count(text, "\n"); asked < 2*lines { // two passes through the statements, and one through the units
		t.Errorf("asked %d times whether to go on", asked)
	}
	stops := 8
	if testing.Short() {
		stops = 2
	}
	version := int32(1)
	for at := 0; at < asked; at += max(1, asked/stops) {
		version++
		edited := strings.Replace(text, "omega = 1.5", fmt.Sprintf("omega = %d.5 + dt", at), 1)
		if _, err := w.Change("x.f90", version, source.NewText(edited)); err != nil {
			t.Fatal(err)
		}
		c := &countdown{Context: context.Background(), left: at}
		if err := link(c, w.Snapshot()); !errors.Is(err, context.Canceled) || c.after != 1 {
			t.Errorf("stopped at question %d of %d: %v, %d questions since", at, asked, err, c.after)
		}
		if version%2 == 0 {
			continue // stopped twice, one after the other
		}
		if got, want := reportAt(t, w.Snapshot()), reportAt(t, workspace.New(texts.FS{"x.f90": edited}).Snapshot()); got != want {
			t.Fatalf("after a stop at question %d: %s", at, difference(got, want))
		}
	}
}

// within is a context that counts how often it is asked inside of a function.
type within struct {
	context.Context
	function string
	asked    int
}

func (c *within) Err() error {
	if strings.Contains(string(debug.Stack()), "."+c.function+"(") {
		c.asked++
	}
	return nil
}

// What may bind innermost loops takes most of the time of a new model: who waits is let in
// before each of them is looked at, and before its terms are made: 2 x 3 times.
func TestKernelsAreStopped(t *testing.T) {
	text := "real a(100)\n" + strings.Repeat("do i = 1, 100\na(i) = a(i) + 1\nend do\n", 3) + "end\n"
	snap := workspace.New(texts.FS{"x.f90": text}).Snapshot()
	f, err := snap.File("x.f90")
	if err != nil {
		t.Fatal(err)
	}
	c := &within{Context: context.Background(), function: "newKernels"}
	if _, err := newLinker(snap.Memo(), shipped(t, "cluster"), settings.Settings{}).link(c, newProcedures(snap).root(f, 0), nil); err != nil {
		t.Fatal(err)
	}
	if c.asked != 6 {
		t.Errorf("asked %d times whether to go on", c.asked)
	}
}

func reportAt(t *testing.T, snap *workspace.Snapshot) string {
	r, err := File(context.Background(), snap, "x.f90", settings.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	out := ""
	for _, u := range r.Units {
		out += fmt.Sprintf("%s %v %v %s\n", u.Name, u.Charge, u.Serial, u.NoEstimate)
		for _, l := range u.Lines {
			out += fmt.Sprintf("%d %v %v %v %s\n", l.Line, l.Charge, l.Executions, l.Comms, l.NoEstimate)
		}
	}
	return out + fmt.Sprint(r.Diagnostics)
}

// TestStoppedExplanations does the same with explanations, while their graph is made and
// while they are listed.
func TestStoppedExplanations(t *testing.T) {
	text, _, _ := strings.Cut(solver(64, 256), "! next\n")
	text += "end do\nend program\n"
	w := workspace.New(texts.FS{})
	w.Open("x.f90", "", 1, text)
	m := shipped(t, "ipsc860")
	explain := func(ctx context.Context, snap *workspace.Snapshot) (explanation, error) {
		f, err := snap.File("x.f90")
		if err != nil {
			t.Fatal(err)
		}
		l, err := newLinker(snap.Memo(), m, settings.Settings{}).link(ctx, newProcedures(snap).root(f, 0), nil)
		if err != nil {
			return explanation{}, err
		}
		return instance{linked: l}.explain(ctx, report.Lines{})
	}
	whole := &countdown{Context: context.Background(), left: 1 << 40}
	if _, err := explain(whole, workspace.New(texts.FS{"x.f90": text}).Snapshot()); err != nil {
		t.Fatal(err)
	}
	asked, stops := 1<<40-whole.left, 6
	if testing.Short() {
		stops = 3
	}
	for k, at := int32(2), 0; at < asked; k, at = k+1, at+max(1, asked/stops) {
		edited := strings.Replace(text, "omega = 1.5", fmt.Sprintf("omega = %d.5 + dt", at), 1)
		if _, err := w.Change("x.f90", k, source.NewText(edited)); err != nil {
			t.Fatal(err)
		}
		c := &countdown{Context: context.Background(), left: at}
		if _, err := explain(c, w.Snapshot()); !errors.Is(err, context.Canceled) || c.after > 4 {
			t.Errorf("stopped at question %d of %d: %v, %d questions since", at, asked, err, c.after)
		}
		if k%2 == 0 {
			continue
		}
		scratch := workspace.New(texts.FS{"x.f90": edited}).Snapshot()
		got, err := explain(context.Background(), w.Snapshot())
		want, _ := explain(context.Background(), scratch)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("after a stop at question %d the explanation is another one: %v", at, err)
		}
		if got, want := reportAt(t, w.Snapshot()), reportAt(t, scratch); got != want {
			t.Fatalf("after a stop at question %d: %s", at, difference(got, want))
		}
	}
}

// Whoever waits for a graph gets it before a long listing of it ends.
func TestListingLetsOthersIn(t *testing.T) {
	l := &listing{graph: &aag.Graph{}}
	entered := make(chan struct{})
	l.list(nil, func(*aag.Graph) {
		between := l.between(context.Background())
		go l.list(nil, func(*aag.Graph) { close(entered) })
		for {
			select {
			case <-entered:
				return
			default:
				between()
			}
		}
	})
}
