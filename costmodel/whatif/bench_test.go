package whatif

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
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

// A curve over numbers of processors up to 65,536, for each program of the suite and
// Laplace's. Not all points of all are predicted; the benchmark says how many.
func BenchmarkCurve(b *testing.B) {
	files, _ := filepath.Glob("../../testdata/suite/*.f90")
	m, err := machines.Load("cluster", nil)
	if err != nil {
		b.Fatal(err)
	}
	axis, err := ParseAxis("P=1..65536")
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range append(files, "../../testdata/hpf/laplace_rows.f90", "../../testdata/hpf/laplace.f90") {
		s := Sweep{Path: file, Settings: settings.Settings{Machine: "cluster"}, Machine: m, Axes: []Axis{axis}}
		b.Run(filepath.Base(file), func(b *testing.B) {
			interpolated := 0
			for b.Loop() {
				snap := workspace.New(disk.Disk{}).Configure(workspace.Reading{})
				err := s.Run(context.Background(), snap, 0, Size(s.Axes), func(p Point) error {
					if p.Interpolated != "" {
						interpolated++
					}
					return nil
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			points := float64(b.N) * float64(len(axis.Values))
			b.ReportMetric(float64(b.Elapsed().Microseconds())/points, "us/point")
			b.ReportMetric(float64(interpolated)/float64(b.N), "interpolated")
		})
	}
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
