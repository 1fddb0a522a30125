package whatif

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/disk"
	"github.com/parlens/parlens/machines"
)

// Ten thousand values of a link's bandwidth, a hundred of a problem size, and numbers of
// processors by factors of two, for each program of the suite.
func BenchmarkSweep(b *testing.B) {
	files, _ := filepath.Glob("../../testdata/suite/*.f90")
	m, err := machines.Load("ipsc860", nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, over := range []string{"bandwidth=1000000..100990000:10000", "n=64..163", "P=1..1024:2x"} {
		axis, err := ParseAxis(over)
		if err != nil {
			b.Fatal(err)
		}
		for _, file := range files {
			b.Run(over+"/"+filepath.Base(file), func(b *testing.B) {
				for b.Loop() {
					s := Sweep{Path: file, Settings: settings.Settings{Machine: "ipsc860", Procs: 16}, Machine: m, Axes: []Axis{axis}}
					if axis.Name == "P" {
						s.Settings.Procs = 0
					}
					err := s.Run(context.Background(), workspace.New(disk.Disk{}).Configure(workspace.Reading{}), 0, Size(s.Axes), func(Point) error { return nil })
					if err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(len(axis.Values)), "us/point")
			})
		}
	}
}

// A curve over numbers of processors, for each program of the suite and Laplace's: up to
// 65,536 where the unit is prepared for all of them, fewer where each is predicted.
func BenchmarkCurve(b *testing.B) {
	files, _ := filepath.Glob("../../testdata/suite/*.f90")
	m, err := machines.Load("cluster", nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range append(files, "../../testdata/hpf/laplace_rows.f90", "../../testdata/hpf/laplace.f90") {
		s := Sweep{Path: file, Settings: settings.Settings{Machine: "cluster"}, Machine: m}
		axis, _ := ParseAxis("P=1..65536")
		if !wholeCurve(b, s) {
			axis, _ = ParseAxis("P=1..1024")
		}
		s.Axes = []Axis{axis}
		b.Run(filepath.Base(file)+"/"+axis.Values[len(axis.Values)-1].String(), func(b *testing.B) {
			for b.Loop() {
				snap := workspace.New(disk.Disk{}).Configure(workspace.Reading{})
				if err := s.Run(context.Background(), snap, 0, Size(s.Axes), func(Point) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
			points := float64(b.N) * float64(len(axis.Values))
			b.ReportMetric(float64(b.Elapsed().Microseconds())/points, "us/point")
			b.ReportMetric(points/b.Elapsed().Seconds(), "points/s")
		})
	}
}

// wholeCurve reports whether a main program with an arrangement of one dimension is
// prepared for all numbers of processors together.
func wholeCurve(b *testing.B, s Sweep) bool {
	snap := workspace.New(disk.Disk{}).Configure(workspace.Reading{})
	lines, err := s.lines(snap)
	if err != nil {
		b.Fatal(err)
	}
	s.Settings.Procs = 4
	across, err := predict.Across(context.Background(), snap, s.Path, lines.First, s.Settings)
	if err != nil || across == nil {
		return false
	}
	u, err := across.At(context.Background(), 4)
	return err == nil && len(u.Grid) == 1
}

// A million points: a hundred thousand bandwidths on ten numbers of processors.
func BenchmarkMillionPoints(b *testing.B) {
	m, err := machines.Load("ipsc860", nil)
	if err != nil {
		b.Fatal(err)
	}
	procs, _ := ParseAxis("P=1..10")
	bandwidth, _ := ParseAxis("bandwidth=1000000..100999000:1000")
	for b.Loop() {
		s := Sweep{Path: "../../testdata/suite/pi.f90", Settings: settings.Settings{Machine: "ipsc860"}, Machine: m, Axes: []Axis{procs, bandwidth}}
		n := 0
		err := s.Run(context.Background(), workspace.New(disk.Disk{}).Configure(workspace.Reading{}), 0, Size(s.Axes), func(Point) error { n++; return nil })
		if err != nil || n != 1_000_000 {
			b.Fatal(n, err)
		}
	}
}
