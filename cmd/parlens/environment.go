package main

import (
	"os"

	"golang.org/x/term"
)

func realEnvironment() environment {
	env := environment{in: os.Stdin, out: os.Stdout, err: os.Stderr, getenv: os.Getenv}
	out := int(os.Stdout.Fd())
	if env.terminal = term.IsTerminal(out); env.terminal {
		if width, _, err := term.GetSize(out); err == nil {
			env.width = width
		}
	}
	return env
}
