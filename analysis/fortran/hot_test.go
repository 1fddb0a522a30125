package fortran

import (
	"reflect"
	"testing"
)

// The classes that are parsed by hand, with the productions that define them.
var hotClasses = []struct {
	name       string
	hand, slow parser
	applies    func(tokens []Token) bool
}{
	{"assignment", byHand(assignmentByHand), production[Assignment](), func(t []Token) bool { return len(t) > 0 && shapeOf(t).assigns }},
	{"call", byHand(callByHand), production[Call](), func(t []Token) bool { return len(t) > 0 && t[0].Text == "call" }},
	{"if", byHand(ifByHand), production[If](), func(t []Token) bool { return len(t) > 0 && t[0].Text == "if" && t[len(t)-1].Kind != Int }},
	{"transfer", byHand(dataTransferByHand), production[DataTransfer](), func(t []Token) bool { return len(t) > 0 && transfers[t[0].Text] && !shapeOf(t).assigns }},
	{"do", byHand(countedDo), production[Do](), func(t []Token) bool { return len(t) > 0 && t[0].Text == "do" && isCounted(t) }},
}

var transfers = map[string]bool{"read": true, "write": true, "print": true, "accept": true, "type": true, "encode": true, "decode": true}

func compareHot(t *testing.T, text string) {
	tokens := Tokens(text)
	if checkTokens(tokens, len(text)) != nil {
		return
	}
	for _, class := range hotClasses {
		if !class.applies(tokens) {
			continue
		}
		hand, handProblem := class.hand(tokens, len(text))
		slow, slowProblem := class.slow(tokens, len(text))
		if !reflect.DeepEqual(hand, slow) || (handProblem == nil) != (slowProblem == nil) {
			t.Errorf("%s %q: by hand %v (%v), by production %v (%v)", class.name, text, hand, handProblem, slow, slowProblem)
		}
		if handProblem != nil && *handProblem != *slowProblem {
			t.Errorf("%s %q: by hand %v, by production %v", class.name, text, *handProblem, *slowProblem)
		}
	}
}

var hotTexts = []string{
	"a = b", "a(i,j) = b%c(3) + f(x, y=2)", "p => q", "a = ", "a = b c", "a(1) = 'x' // \"y\"", "a = (1,2)", "a = [1,2", "a() = 1",
	"call f", "call f(", "call f()", "call f(x, *10)", "call", "call 3", "call f g", "call a%b(c)",
	"if (a) then", "if (a", "if () then", "if (a b) then", "if (a) then x", "if", "if (a == 1)",
	"print *, x, y", "print '(a)', x", "print 10", "print", "print *,", "print (f), x", "write (6,*) a, (b(i), i = 1, n)", "write (6,*), a", "write (u, fmt='(a)', advance=\"no\")",
	"read (5, *, end=10) x(1)%y", "read *, a, b(1:2)", "read (5, nml=g)", "write ()", "write (6,*) a b", "read (*,*) a,", "type *, 'x'", "encode (4, '(i4)', s) n", "write (6,*) -1, .not. a", "write (*,*) = 3", "read",
	"do i = 1, n", "do 10 i = 1, n, 2", "do 10, i = 1, n", "do i = 1", "do i = 1,", "do i = , 2", "do i = 1, 2, 3, 4", "do i = 1, 2 3",
}

func TestHotClasses(t *testing.T) {
	for _, text := range hotTexts {
		t.Run(text, func(t *testing.T) {
			compareHot(t, text)
		})
	}
}

func FuzzHotClasses(f *testing.F) {
	for _, text := range hotTexts {
		f.Add(text)
	}
	f.Fuzz(compareHot)
}
