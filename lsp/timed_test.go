package lsp

import (
	"testing"

	"github.com/parlens/parlens/costmodel/report"
)

// A run may have been started in another folder than that of the editor.
func TestRunOfDocument(t *testing.T) {
	for _, c := range []struct {
		document, given string
		want            bool
	}{
		{"/w/src/a.f90", "a.f90", true},
		{"/w/src/a.f90", "src/a.f90", true},
		{"/w/src/a.f90", "./src/a.f90", true},
		{"/w/src/a.f90", "../src/a.f90", true},
		{"/w/src/a.f90", "/home/me/w/src/a.f90", true}, // the cluster has other folders
		{"/w/src/a.f90", "old/a.f90", false},
		{"/w/src/a.f90", "b.f90", false},
		{"/w/src/aa.f90", "a.f90", false},
	} {
		t.Run(c.document+" "+c.given, func(t *testing.T) {
			if got := names(c.document, c.given); got != c.want {
				t.Errorf("%v", got)
			}
		})
	}
}

// A run stands beside a prediction for as many processors of the same machine only.
func TestRunBesidePrediction(t *testing.T) {
	for _, c := range []struct {
		name       string
		processors []int
		machine    string
		want       string
	}{
		{"one processor", nil, "mine", "the prediction here is for 1 processor"},
		{"as many", []int{2, 2}, "mine", ""},
		{"another machine", []int{4}, "cluster", "the prediction here is for cluster"},
		{"more", []int{2, 4}, "mine", "the prediction here is for 8 processors"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := validation{Machine: "mine", Procs: 4}
			if got := v.beside(&report.Report{Processors: c.processors, Machine: report.Machine{Name: c.machine}}); got != c.want {
				t.Errorf("%q", got)
			}
		})
	}
}
