package depend

import (
	"fmt"
	"strings"
	"testing"
)

const declarations = `subroutine s(n, m, idx)
integer n, m, i, j, k, l, loc, ip, idx(100)
integer, parameter :: np = 64
real a(100,100), b(100), c(100), d(100,100), x, y, t
`

// analyzed is the result for statements separated by ";"; those that begin with
// "!" are directives.
func analyzed(t testing.TB, body string, o Options) *Result {
	t.Helper()
	var lines []string
	for _, line := range strings.Split(body, ";") {
		line = strings.TrimSpace(line)
		if d, ok := strings.CutPrefix(line, "!"); ok {
			line = "!hpf$ " + d
		}
		lines = append(lines, line)
	}
	return Analyze(unitOf(t, declarations+strings.Join(lines, "\n")+"\nend\n"), o)
}

// summary is the verdict of every loop with the kinds and vectors of what it
// carries; "?" marks what is only assumed.
func summary(r *Result) string {
	var out []string
	for _, l := range r.Loops {
		s := l.Verdict.String()
		for _, d := range l.Carried() {
			s += fmt.Sprintf(" %s%s", d.Kind, d.VectorText())
			if d.Doubt != "" {
				s += "?"
			}
		}
		out = append(out, s)
	}
	return strings.Join(out, " / ")
}

func TestSubscripts(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		// no index in a subscript
		{"do i = 1, n; b(1) = c(i); end do", "carries output(<)"},
		{"do i = 1, n; b(1) = b(2); end do", "carries output(<)"},
		{"do i = 1, n; a(i,1) = a(i,2); end do", "independent"},
		{"do i = 1, n; a(i,m) = a(i,m+1); end do", "independent"},
		// what EQUIVALENCE lays over an array is assumed to meet it where both are named
		{"equivalence (b(1), c(51)); do i = 1, 10; b(i) = c(i); end do", "unknown"},
		{"equivalence (b(1), c(51)); do i = 1, 10; b(i) = x; end do", "independent"},
		// one index, equal factors
		{"do i = 2, n; b(i) = b(i-1); end do", "carries true(1)"},
		{"do i = 1, n; b(i) = b(i+1); end do", "carries anti(1)"},
		{"do i = 1, n; b(i) = b(i); end do", "independent"},
		{"do i = 5, n; b(i) = b(i-4); end do", "carries true(4)"},
		{"do i = n, 1, -1; b(i) = b(i-1); end do", "carries anti(1)"},
		{"do i = 1, n, 2; b(i) = b(i-1); end do", "independent"},
		{"do i = 1, n, 2; b(i) = b(i-4); end do", "carries true(2)"},
		{"do i = 1, 10; b(i) = b(i+10); end do", "independent"},
		{"do i = 1, 10; b(i) = b(i+9); end do", "carries anti(9)"},
		{"do i = 1, n; b(2*i) = b(2*i+1); end do", "independent"},
		{"do i = 1, n; b(3*i) = b(3*i-6); end do", "carries true(2)"},
		{"do i = 1, n; b(i+m) = b(i+m-1); end do", "carries true(1)"},
		{"do i = 1, n, m; b(i) = c(i); end do", "independent"},
		{"do i = 1, n, m; b(i) = b(i-1); end do", "unknown true(<)? anti(<)?"},
		{"do i = 1, n, m; b(1) = c(i); end do", "carries output(<)"},
		// one index, other factors
		{"do i = 1, n; b(2*i) = b(4*i+1); end do", "independent"},
		{"do i = 1, n; b(i) = b(2*i); end do", "carries anti(<)"},
		{"do i = 1, n; b(i) = b(n-i+1); end do", "carries true(<) anti(<)"},
		{"do i = 1, 5; b(i) = b(11-i); end do", "independent"},
		{"do i = 1, n; b(i) = b(1); end do", "carries true(<)"},
		{"do i = 2, n; b(i) = b(1); end do", "independent"},
		{"do i = 1, n; b(i) = b(n); end do", "carries anti(<)"},
		{"do i = 1, n; b(i) = b(n+1); end do", "independent"},
		{"do i = 1, n; b(i) = b(m); end do", "unknown true(<)? anti(<)?"},
		// several indices
		{"do i = 2, n; do j = 2, n; a(i,j) = a(i-1,j) + a(i,j-1); end do; end do", "carries true(1,0) / carries true(0,1)"},
		{"do i = 2, n; do j = 2, n; a(i,j) = a(i-1,j+1); end do; end do", "carries true(1,-1) / independent"},
		{"do i = 1, n; do j = 1, n; a(i,j) = a(j,i); end do; end do", "carries true(<,>) anti(<,>) / independent"},
		{"do i = 1, n; do j = 1, i-1; a(i,j) = a(j,i); end do; end do", "independent / independent"},
		{"do i = 1, n; do j = 1, n; b(i+j) = c(i); end do; end do", "carries output(<,>) / independent"},
		{"do i = 1, 10; do j = 1, 10; b(10*i+j) = c(i); end do; end do", "independent / independent"},
		{"do i = 1, 10; do j = 1, 11; b(10*i+j) = c(i); end do; end do", "carries output(<,>) / independent"},
		{"do i = 1, n; do j = 1, n; b(2*i+4*j) = b(2*i-4*j+1); end do; end do", "carries output(<,>) / independent"},
		{"do k = 1, n; do i = k+1, n; a(i,k) = a(i,k)/a(k,k); end do; end do", "independent / independent"},
		{"do k = 1, n; do j = k+1, n; do i = k+1, n; a(i,j) = a(i,j) - a(i,k)*a(k,j); end do; end do; end do",
			"carries true(<,0,0) true(<,<,0) true(<,0,<) anti(<,0,0) output(<,0,0) / independent / independent"},
		// symbols
		{"do i = 1, n; b(i) = b(i+n); end do", "independent"},
		{"do i = 1, n; b(i) = b(i-n); end do", "independent"},
		{"do i = 1, n; b(i) = b(i+m); end do", "unknown true(<)? anti(<)?"},
		{"do i = 1, m; b(i) = b(i+max(m,1)); end do", "unknown true(<)? anti(<)?"},
		{"do i = 1, min(n,10); b(i) = b(i+10); end do", "independent"},
		{"do i = max(n,5), 10; b(i) = b(i-6); end do", "independent"},
		{"do i = 1, np; b(i) = b(i+np); end do", "independent"},
		{"do i = 1, n; b(np*i) = b(np*i+1); end do", "independent"},
		{"do i = 1, n; do j = 2+mod(i,2), n, 2; a(j,i) = a(j-1,i); end do; end do", "independent / independent"},
		{"do i = 2, n; do j = 2+mod(i,2), n, 2; a(j,i) = a(j,i-1); end do; end do", "independent / independent"},
		{"do i = 2, n; do j = 1+iand(i,1), n, 2; a(j,i) = a(j,i-1) + a(j-1,i); end do; end do", "independent / independent"},
		{"do i = 2, n; do j = 1+modulo(i,2), n, 2; a(j,i) = a(j-1,i-1); end do; end do", "carries true(1,<=) / independent"},
		{"do i = 1, n; a(mod(i,4),1) = a(mod(i,4)+8,1); end do", "carries output(<)"},
		// known at run time
		{"do i = 1, n; b(idx(i)) = c(i); end do", "unknown output(<)?"},
		{"do i = 1, n; c(i) = b(idx(i)); end do", "independent"},
		{"do i = 1, n; do j = 1, n; a(idx(j),i) = a(idx(j),i+1); end do; end do", "unknown anti(1,*)? / unknown output(0,<)?"},
	} {
		t.Run(c.body, func(t *testing.T) {
			if got := summary(analyzed(t, c.body, Options{})); got != c.want {
				t.Errorf("%s\n got  %s\n want %s", c.body, got, c.want)
			}
		})
	}
}

func TestSectionsAndConstructs(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"do j = 1, n; a(:,j) = a(:,j-1); end do", "carries true(1)"},
		{"do j = 1, n; a(:,j) = a(:,j+1); end do", "carries anti(1)"},
		{"do j = 1, n; a(2:n,j) = a(1:n-1,j); end do", "independent"},
		{"do j = 1, n; a(1:9:2,j) = a(2:10:2,j+1); end do", "independent"},
		{"do j = 1, n; a(1:10,m) = a(11:20,m); end do", "carries output(<)"},
		{"do i = 1, n; a(i,:) = a(i,n:1:-1); end do", "independent"},
		{"do i = 1, n; a(i,1:n) = a(1:n,i); end do", "carries true(<) anti(<)"},
		{"do i = 1, 5; b(10*i:10*i+9) = c(10*i:10*i+9); end do", "independent"},
		{"do i = 1, 5; b(10*i:10*i+10) = 0; end do", "carries output(<)"},
		{"do i = 1, n; b = b + c(i); end do", "independent"},
		{"do i = 1, n; b = c(i); end do", "carries output(<)"},
		{"do i = 1, n; b(idx(1:5)) = c(i); end do", "unknown output(<)?"},
		{"do j = 1, n; forall (l = 2:n) a(l,j) = a(l-1,j); end do", "independent"},
		{"do j = 1, n; forall (l = 2:n) a(l,l) = a(l,l-1); end do", "carries output(<)"},
		{"do j = 1, n; forall (l = 1:n, k = 1:n, l > k) a(l,k) = a(k,l) * j; end do", "carries true(<) anti(<) output(<)"},
		{"do j = 1, n; where (a(:,j) > 0) a(:,j) = d(:,j); end do", "independent"},
		{"do j = 1, n; where (a(:,j-1) > 0) a(:,j) = d(:,j); end do", "carries true(1)"},
		{"do j = 1, n; do concurrent (l = 1:n); a(l,j) = a(l,j-1); end do; end do", "carries true(1)"},
	} {
		t.Run(c.body, func(t *testing.T) {
			if got := summary(analyzed(t, c.body, Options{})); got != c.want {
				t.Errorf("%s\n got  %s\n want %s", c.body, got, c.want)
			}
		})
	}
}

func TestGuards(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"do i = 1, n; if (i > 5) b(i) = b(5); end do", "independent"},
		{"do i = 1, n; if (i >= 5) b(i) = b(5); end do", "carries true(<)"},
		{"do i = 1, n; if (i == 1) then; b(1) = 0; else; c(i) = b(i); end if; end do", "independent"},
		{"do i = 1, n; if (i /= m) b(i) = b(m); end do", "unknown true(<)? anti(<)?"},
		{"do i = 1, n; if (i < m .and. i > 3) b(i) = b(m); end do", "independent"},
		{"do i = 1, n; if (i < m .or. i > 3) b(i) = b(3); end do", "carries true(<) anti(<)"},
		{"do i = 1, n; if (.not. i <= 5) b(i) = b(5); end do", "independent"},
		{"do i = 1, n; if (c(i) > 0) b(i) = b(i-1); end do", "carries true(1)"},
		{"do i = 1, n; if (i > 1) then; k = m; if (k > i) b(i) = b(m); end if; end do", "unknown true(<)? anti(<)?"},
	} {
		t.Run(c.body, func(t *testing.T) {
			if got := summary(analyzed(t, c.body, Options{})); got != c.want {
				t.Errorf("%s\n got  %s\n want %s", c.body, got, c.want)
			}
		})
	}
}

// roles is what the loops say of their scalars.
func roles(r *Result) string {
	var out []string
	for _, l := range r.Loops {
		s := l.Verdict.String()
		for _, x := range l.Private {
			s += " private:" + x.Name
		}
		for _, x := range l.Inductions {
			s += " induction:" + x.Name
		}
		for _, x := range l.Reductions {
			s += " " + x.Operator + ":" + x.Sym.Name
			for _, at := range x.Locations {
				s += "@" + at.Name
			}
		}
		for _, d := range l.Carried() {
			s += " carried:" + d.Sym.Name
		}
		out = append(out, s)
	}
	return strings.Join(out, " / ")
}

func TestScalars(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"do i = 1, n; t = b(i); c(i) = t*t; end do", "independent private:t"},
		{"do i = 1, n; c(i) = t; t = b(i); end do", "carries carried:t"},
		{"do i = 1, n; if (b(i) > 0) t = b(i); c(i) = t; end do", "carries carried:t"},
		{"do i = 1, n; if (b(i) > 0) then; t = 1; else; t = 2; end if; c(i) = t; end do", "independent private:t"},
		{"do i = 1, n; do j = 1, n; t = b(j); end do; c(i) = t; end do", "carries private:j carried:t / independent private:t"},
		{"do i = 1, n; do j = 1, 3; t = b(j); end do; c(i) = t; end do", "independent private:j private:t / independent private:t"},
		{"do i = 1, n; x = x + b(i); end do", "independent +:x"},
		{"do i = 1, n; x = x - b(i); x = c(i) + x; end do", "independent +:x"},
		{"do i = 1, n; x = x + b(i) - c(i); end do", "independent +:x"},
		{"do i = 1, n; x = b(i) - x; end do", "carries carried:x"},
		{"do i = 1, n; x = x * b(i); x = x + 1; end do", "carries carried:x"},
		{"do i = 1, n; x = x + b(i)*x; end do", "carries carried:x"},
		{"do i = 1, n; x = x + b(i); c(i) = x; end do", "carries carried:x"},
		{"do i = 1, n; x = max(x, b(i), c(i)); end do", "independent max:x"},
		{"do i = 1, n; if (b(i) > x) x = b(i); end do", "independent max:x"},
		{"do i = 1, n; if (x >= b(i)) x = b(i); end do", "independent min:x"},
		{"do i = 1, n; if (b(i) > x) then; x = b(i); loc = i; end if; end do", "independent max:x@loc"},
		{"do i = 1, n; if (b(i) > x) then; x = b(i); loc = loc + 1; end if; end do", "carries +:loc carried:x"},
		{"do i = 1, n; if (b(i) > x) x = c(i); end do", "carries carried:x"},
		{"do i = 1, n; if (b(i) > 0) k = k + 1; end do", "independent +:k"},
		{"do i = 1, n; do j = 1, n; x = x + a(i,j); end do; end do", "independent private:j +:x / independent +:x"},
		{"do i = 1, n; x = 0; do j = 1, n; x = x + a(i,j); end do; b(i) = x; end do", "independent private:x private:j / independent +:x"},
		{"do i = 1, n; k = k + 2; b(k) = c(i); end do", "independent induction:k"},
		{"do i = 1, n; b(k) = c(i); k = k + 2; c(k) = 0; end do", "unknown induction:k carried:c carried:c"},
		{"do i = 1, n; k = k + 1; b(k) = b(k-1); end do", "carries induction:k carried:b"},
		{"do i = 1, n; ip = i + 1; b(i) = b(ip); end do", "carries private:ip carried:b"},
		{"do i = 1, n; ip = i; b(ip) = b(i); end do", "independent private:ip"},
		{"do i = 1, n; if (b(i) > 0) cycle; k = k + 1; c(k) = b(i); end do", "carries carried:k carried:c"},
		{"do k = 1, n; do i = 1, n; do j = 1, n; a(i,j) = a(i,j) + d(i,k)*d(k,j); end do; end do; end do", "independent private:i private:j +:a / independent private:j / independent"},
	} {
		t.Run(c.body, func(t *testing.T) {
			if got := roles(analyzed(t, c.body, Options{})); got != c.want {
				t.Errorf("%s\n got  %s\n want %s", c.body, got, c.want)
			}
		})
	}
}
