package workspace

import (
	"path/filepath"
	"slices"
)

// recipes are the files that tell how the sources of a folder, and of those in it, are built.
var recipes = []string{"Makefile", "makefile", "GNUmakefile", "CMakeLists.txt", "fpm.toml", "meson.build", "configure.ac"}

// deepest is how far below the folder with the recipe sources may stand: in src/solver.
const deepest = 2

// buildTree returns the folder of a program that is under no version control: the nearest
// one at or above an absolute folder with a recipe for building it, or the outermost of
// those that follow on it; "" for none.
func (d *disk) buildTree(folder string) string { return d.buildTrees.from(folder, d.findBuildTree) }

func (d *disk) findBuildTree(folder string) string {
	out := ""
	for level := 0; out != "" || level <= deepest; level++ {
		has := slices.ContainsFunc(recipes, func(name string) bool {
			_, err := d.file(filepath.Join(folder, name))
			return err == nil
		})
		above := filepath.Dir(folder)
		switch {
		case has && above != folder:
			out = folder
		case out != "" || above == folder:
			return out
		}
		folder = above
	}
	return out
}
