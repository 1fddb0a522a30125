package report

// AddOperation counts n more operations of a name on a line.
func AddOperation(l *Line, name string, n float64) {
	for i, o := range l.Operations {
		if o.Name == name {
			l.Operations[i].Count += n
			return
		}
	}
	l.Operations = append(l.Operations, Operation{Name: name, Count: n})
}
