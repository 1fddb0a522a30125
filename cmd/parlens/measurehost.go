package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/parlens/parlens/costmodel/microbench"
)

// hierarchy is the caches of a core: as the user says, or as the system describes them.
func (m *measuring) hierarchy() ([]microbench.Cache, error) {
	if m.caches != "" {
		return parseCaches(m.caches)
	}
	return cachesOf("/sys/devices/system/cpu/cpu0/cache")
}

// cacheLine is the bytes of a line where only sizes and ways are told: those of nearly
// all processors.
const cacheLine = 64

// parseCaches reads the caches from the first level on, "48K/12,1M/8": each larger than
// the one before it.
func parseCaches(text string) ([]microbench.Cache, error) {
	var out []microbench.Cache
	for level, part := range strings.Split(text, ",") {
		var size, ways int
		var unit rune
		part = strings.ToUpper(strings.TrimSpace(part))
		_, err := fmt.Sscanf(part, "%d%c/%d", &size, &unit, &ways)
		shift, known := map[rune]int{'K': 10, 'M': 20}[unit]
		c := microbench.Cache{Name: fmt.Sprintf("L%d", level+1), Bytes: size << shift, Ways: ways, Lines: cacheLine}
		whole := fmt.Sprintf("%d%c/%d", size, unit, ways) == part
		if err != nil || !known || !whole || size < 1 || size > 1<<20 || ways < 1 || level > 0 && c.Bytes <= out[level-1].Bytes {
			return nil, fmt.Errorf("--caches %q: %q is no cache; from the first level on write size/ways, in K or M, each larger than the one before: 48K/12,1M/8,32M/16", text, part)
		}
		out = append(out, c)
	}
	return out, nil
}

// cachesOf reads the caches of a core from the folder in which Linux describes them.
func cachesOf(folder string) ([]microbench.Cache, error) {
	entries, err := filepath.Glob(filepath.Join(folder, "index*"))
	if err != nil || len(entries) == 0 {
		return nil, fmt.Errorf("%s does not describe the caches of this machine, as in many virtual ones. Tell their sizes and ways, as one core has them: --caches 48K/12,1M/8,32M/16 (getconf -a and the processor's data sheet know them)", folder)
	}
	read := func(entry, name string) string {
		data, _ := os.ReadFile(filepath.Join(entry, name))
		return strings.TrimSpace(string(data))
	}
	var out []microbench.Cache
	for _, entry := range entries {
		if read(entry, "type") == "Instruction" {
			continue
		}
		size, err := strconv.Atoi(strings.TrimSuffix(read(entry, "size"), "K"))
		ways, err2 := strconv.Atoi(read(entry, "ways_of_associativity"))
		line, err3 := strconv.Atoi(read(entry, "coherency_line_size"))
		if err != nil || err2 != nil || err3 != nil || size < 1 || line < 8 {
			return nil, fmt.Errorf("%s does not say what the cache is", entry)
		}
		out = append(out, microbench.Cache{Name: "L" + read(entry, "level"), Bytes: size << 10, Ways: max(1, ways), Lines: line})
	}
	slices.SortFunc(out, func(a, b microbench.Cache) int { return a.Bytes - b.Bytes })
	return out, nil
}

// processorClock is the number of CLOCK_PROCESS_CPUTIME_ID.
func processorClock() int {
	if runtime.GOOS == "darwin" {
		return 12
	}
	return 2
}

// processorName is what the operating system calls the processor.
func processorName() string {
	if v := field("/proc/cpuinfo", "model name"); v != "" {
		return v
	}
	return runtime.GOARCH
}

// memorySize is the bytes of main memory; 1 GiB where nothing says so.
func memorySize() float64 {
	v, err := strconv.ParseFloat(strings.TrimSuffix(field("/proc/meminfo", "MemTotal"), " kB"), 64)
	if err != nil {
		return 1 << 30
	}
	return v * 1024
}

// field is the first value of a name in a file of lines "name : value".
func field(file, name string) string {
	data, _ := os.ReadFile(file)
	for line := range strings.Lines(string(data)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
