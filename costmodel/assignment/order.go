package assignment

import "slices"

// leastTables orders the variables for elimination: next is always the one whose
// elimination makes the smallest table, the first of them where several do.
func leastTables(p Problem) []int {
	n := len(p.Candidates)
	neighbours := make([]map[int]bool, n)
	for v := range neighbours {
		neighbours[v] = map[int]bool{}
	}
	for _, t := range p.Tables {
		for _, v := range t.Of {
			for _, w := range t.Of {
				if v != w {
					neighbours[v][w] = true
				}
			}
		}
	}
	left := make([]int, n)
	for v := range left {
		left[v] = v
	}
	var order []int
	for len(left) > 0 {
		best, least := 0, 0
		for i, v := range left {
			size := made(p.Candidates, neighbours[v])
			if i == 0 || size < least {
				best, least = i, size
			}
		}
		v := left[best]
		order, left = append(order, v), slices.Delete(left, best, best+1)
		for a := range neighbours[v] {
			delete(neighbours[a], v)
			for b := range neighbours[v] {
				if a != b {
					neighbours[a][b] = true
				}
			}
		}
	}
	return order
}

// made is the size of the table over some variables.
func made(candidates []int, scope map[int]bool) int {
	size := 1
	for v := range scope {
		if size *= candidates[v]; size > 1<<40 {
			return 1 << 40
		}
	}
	return size
}
