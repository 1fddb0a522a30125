package spar

import "github.com/parlens/parlens/analysis/source"

// StatementAt returns where the innermost statement around a place stands,
// without the pragmas before it; it is empty where there is none.
func (f *File) StatementAt(offset int) source.Span {
	for _, t := range f.Types {
		if at := t.statementAt(offset, 0); !at.Empty() {
			return at
		}
	}
	return source.Span{}
}

func (t *Type) statementAt(offset, start int) source.Span {
	for _, m := range t.Members {
		at := m.Start + start
		switch {
		case offset < at || offset > at+m.End-m.Start:
		case m.Inner != nil:
			return m.Inner.statementAt(offset, at)
		case m.Body != nil:
			return innermost(m.Body, offset, at)
		}
	}
	return source.Span{}
}

// innermost looks in the parts of a statement; what stands in a block is no
// block.
func innermost(s Stmt, offset, start int) source.Span {
	for _, part := range Parts(s) {
		if whole := part.At().Shift(start); whole.Start <= offset && offset < whole.End {
			if _, block := part.(*Block); block {
				return innermost(part, offset, start)
			}
			if at := innermost(part, offset, start); !at.Empty() {
				return at
			}
			return part.Proper().Shift(start)
		}
	}
	return source.Span{}
}
