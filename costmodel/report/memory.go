package report

// Memory is what the arrays of a unit take on the processor with the largest
// parts: their elements and what SHADOW adds. Temporaries, message buffers and
// code are not in it.
type Memory struct {
	Bytes     float64
	Local     float64       // of them, of arrays that are no dummies and that no other unit sees
	Below     float64       // of such arrays of procedures that it calls, one calling the next: the most at a time
	Available float64       // of a processor of the machine
	Arrays    []ArrayMemory // the largest first
	Unknown   []string      // arrays whose size nothing says
}

// ArrayMemory is the share of one array, in bytes on a processor.
type ArrayMemory struct {
	Array   string
	Bytes   float64
	Storage string // of an array that other units see too; else ""
}

// Deep is what is needed at most while the procedures run that the unit calls.
func (m Memory) Deep() float64 { return m.Bytes + m.Below }

// Fits reports whether the arrays fit the memory of a processor.
func (m Memory) Fits() bool { return m.Available <= 0 || m.Bytes <= m.Available }
