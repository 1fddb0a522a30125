// Package surface tells on which declarations of a Spar program a member depends: those to
// which one comes from its words. What is found out of a member can then be kept until one of
// these changes.
package surface

import (
	"crypto/sha256"
	"strings"
	"unicode"

	"github.com/parlens/parlens/analysis/spar"
)

// What the rest of the program tells the body of a method is told by names: of classes, of
// their variables and of their methods. So a body depends on the declarations to which one
// comes from its words, through the words of these, and on what holds for all bodies.

// Surface is what the declarations of a program say, each with what it depends on. The first
// declarations are the classes, in their order.
type Surface struct {
	list    []*Declaration
	common  string           // digest of what all bodies depend on
	classes map[string][]int // by name
	named   []map[string][]int
	objects [][]int  // by class: variables that each object has, which need not be named where it is handed on
	above   [][]int  // by class: classes from which one comes to it without a word of them
	near    [][]int  // by class: those that its declarations come to
	digests []string // by class: of all that it declares
}

// Declaration is what is said of a class, or of a member of one; it is written into it.
type Declaration struct {
	strings.Builder
	Words  []string // the names in it; those in its text, where none are given
	class  int      // that it is, or in which it stands
	digest [sha256.Size]byte
	also   []int // declarations on which it depends besides
}

// New is the surface of a program with classes of the given names, of which nothing is said yet.
func New(classes []string) *Surface {
	n := len(classes)
	s := &Surface{classes: map[string][]int{}, named: make([]map[string][]int, n), objects: make([][]int, n), above: make([][]int, n)}
	for i, name := range classes {
		s.classes[name] = append(s.classes[name], i)
		s.named[i] = map[string][]int{}
		s.Add(i)
	}
	return s
}

// Add adds a declaration of a class, of which nothing is said yet, and tells its number.
func (s *Surface) Add(class int) int {
	s.list = append(s.list, &Declaration{class: class})
	return len(s.list) - 1
}

// At is the declaration of a number; the classes have the first ones.
func (s *Surface) At(number int) *Declaration { return s.list[number] }

// Name gives a declaration the name by which one comes to it from its class.
func (s *Surface) Name(number int, name string) {
	of := s.named[s.list[number].class]
	of[name] = append(of[name], number)
}

// OfObjects says that each object of its class has what a declaration declares.
func (s *Surface) OfObjects(number int) {
	class := s.list[number].class
	s.objects[class] = append(s.objects[class], number)
}

// Leads says that one comes from a class to another one without a word of it.
func (s *Surface) Leads(class, other int) { s.above[class] = append(s.above[class], other) }

// Depends says that the declaration depends on another one besides.
func (d *Declaration) Depends(number int) { d.also = append(d.also, number) }

// Finish reads what has been written into the declarations; common is what all bodies depend on.
func (s *Surface) Finish(common string) {
	sum := sha256.Sum256([]byte(common))
	s.common = string(sum[:])
	hashes := make([][]byte, len(s.named))
	for _, d := range s.list {
		text := d.String()
		d.digest = sha256.Sum256([]byte(text))
		if d.Words == nil {
			d.Words = words(text)
		}
		hashes[d.class] = append(hashes[d.class], d.digest[:]...)
	}
	s.digests = make([]string, len(hashes))
	for i, h := range hashes {
		sum := sha256.Sum256(h)
		s.digests[i] = string(sum[:])
	}
	s.findNear()
}

// words are the names in a text.
func words(text string) []string {
	return strings.FieldsFunc(spar.Plain(text), func(c rune) bool { return c != '_' && c != '$' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}
