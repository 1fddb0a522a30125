package advise

import (
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// parallelLoops offers to say that the iterations of the foreach on the line
// run at the same time. Whether they may is for the reader to know: order
// freedom, which foreach means, is not independence.
func parallelLoops(tree *spar.File, text *source.Text, line int) []change {
	var out []change
	for _, t := range tree.Types {
		for _, m := range t.Members {
			if m.Body == nil || !touches(text, source.Span{Start: m.Start, End: m.End}, line) {
				continue
			}
			var walk func(s spar.Stmt)
			walk = func(s spar.Stmt) {
				l, ok := s.(*spar.Loop)
				at := s.Proper().Start + m.Start
				if ok && l.Word == "foreach" && !parallelLoop(l) && text.LineOf(at) == line {
					words := "<$ independent, Pamela = parallel $> "
					if l.Notes().Get("independent") != nil {
						words = "<$ Pamela = parallel $> "
					}
					out = append(out, change{"if its iterations are independent, " + words[:len(words)-1], []source.Edit{{Span: source.Span{Start: at, End: at}, New: words}}})
				}
				for _, part := range spar.Parts(s) {
					walk(part)
				}
			}
			walk(m.Body)
		}
	}
	return out
}
