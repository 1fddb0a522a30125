package spar

import (
	"fmt"
	"strings"
)

// partsSpar is a generated program of at least so many lines, as authors write them:
// classes with arrays whose maps are dist strings, methods that are handed arrays,
// functions of numbers, reductions, tasks and traced loops.
func partsSpar(lines int) string {
	var b strings.Builder
	b.WriteString("globalpragmas <$ boundscheck = false $>;\n\n")
	var cycles strings.Builder
	for c := 0; strings.Count(b.String(), "\n") < lines-lines/100; c++ {
		part(&b, c)
		fmt.Fprintf(&cycles, "            part%d.cycle();\n", c)
	}
	fmt.Fprintf(&b, `public class big {
    public static void main()
    {
        for( it :- :4 ) {
%s        }
    }
}
`, cycles.String())
	return b.String()
}

// part writes one class of the program.
func part(b *strings.Builder, c int) {
	fmt.Fprintf(b, `class part%d {
    static final int N = 64;
    static double u[*,*,*] <$ dist = "[block,collapsed,collapsed]" $> = new double[N,N,N];
    static double v[*,*,*] <$ dist = "[block,collapsed,collapsed]" $> = new double[N,N,N];
    static double r[*,*,*] <$ dist = "[block,collapsed,collapsed]" $> = new double[N,N,N];
    static double row[*] <$ dist = "[cyclic]" $> = new double[N];
    static double s = 0.0, c0 = 0.5, c1 = 0.25;
    static int steps = 3;
`, c)
	for k := range 14 {
		of := (c*5 + k*k) % len(partMethods)
		fmt.Fprintf(b, partMethods[of].text, k, k+1)
	}
	b.WriteString("\n    static void cycle()\n    {\n")
	for k := range 14 {
		of := (c*5 + k*k) % len(partMethods)
		fmt.Fprintf(b, "        "+partMethods[of].call+"\n", k)
	}
	b.WriteString("    }\n}\n\n")
}

// partMethods are the methods of the classes and their calls; %[1]d is the number in the class.
var partMethods = []struct{ text, call string }{
	{`
    // residual %[1]d
    static void step%[1]d()
    {
        double x = s * 2.0 + %[2]d.0;
        <$ independent $>
        foreach( i :- 1:N-1, j :- 1:N-1, k :- 1:N-1 ) {
            r[i,j,k] = v[i,j,k] - c0 * (u[i-1,j,k] + u[i+1,j,k])
                - c1 * (u[i,j-1,k] + u[i,j+1,k]);
            r[i,j,k] += x;
        }
    }
`, "step%d();"},
	{`
    // relaxation %[1]d
    static void step%[1]d( double a[*,*,*] <$ dist = "[block,collapsed,collapsed]" $>, double b[*,*,*] <$ dist = "[block,collapsed,collapsed]" $>, int n )
    {
        <$ independent $>
        foreach( w :- [1,1,1] : [n-1,n-1,n-1] )
            a@w = b@w + c0 * (b@(w+[1,0,0]) + b@(w-[1,0,0])) + %[2]d.0;
        <$ independent $>
        foreach( i :- :n, j :- :n ) {
            a[i,j,0] = 0.0;
            a[i,j,n-1] = 0.0;
        }
    }
`, "step%d(u, r, N);"},
	{`
    // a function of numbers %[1]d
    static double step%[1]d( double x, int k )
    {
        double y = x * x + %[2]d.0;
        if( k > 3 )
            y = y + Math.sqrt(x);
        else
            y = y - x;
        return y;
    }
`, "s = step%d(s, 4);"},
	{`
    // norm %[1]d
    static void step%[1]d()
    {
        double sum = 0.0;
        <$ reduction $>
        foreach( i :- :N, j :- :N, k :- :N )
            sum = sum + r[i,j,k] * r[i,j,k];
        s = Math.sqrt(sum) + %[2]d.0;
    }
`, "step%d();"},
	{`
    // steps in time %[1]d
    static void step%[1]d( int it )
    {
        for( t :- 0:8 ) {
            <$ independent $>
            foreach( j :- :N )
                row[j] = row[j] * 0.5 + %[2]d.0;
        }
        for( int m = N; m > 1; m /= 2 ) {
            s = s + m;
        }
        if( it > %[2]d )
            s = 0.0;
    }
`, "step%d(3);"},
	{`
    // tasks %[1]d
    static void step%[1]d()
    {
        <$ taskparallel $>
        foreach( i :- :N ) {
            double acc = 0.0;
            for( j :- :N )
                acc = acc + v[i,j,0] * u[i,j,1];
            row[i] = acc + %[2]d.0;
        }
    }
`, "step%d();"},
	{`
    // a function of integers %[1]d
    static int step%[1]d( int k )
    {
        int n = %[2]d;
        for( i :- :k )
            n = 2*n;
        return n;
    }
`, "steps = steps + step%d(2);"},
}
