package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"github.com/parlens/parlens/costmodel/microbench"
)

// found looks for all commands that the measurement will need, before its first minute.
func (m *measuring) found() error {
	commands := []string{m.fc}
	if m.mpi != "" {
		commands = append(commands, m.mpifc, strings.Fields(m.mpi)[0])
	}
	if m.launcher != "" {
		commands = append(commands, strings.Fields(m.launcher)[0])
	}
	for _, c := range commands {
		if _, err := exec.LookPath(c); err != nil {
			return err
		}
	}
	return nil
}

// suite runs a program that measures: by the launcher, else on one core.
func (m *measuring) suite(ctx context.Context, out io.Writer, program string, args ...string) error {
	place := onOneCore
	if m.launcher != "" {
		place = func(start func() error) error { return start() }
	}
	return m.process(ctx, out, place, program, args...)
}

// process runs a program that measures, started where place puts it.
func (m *measuring) process(ctx context.Context, out io.Writer, place func(start func() error) error, program string, args ...string) error {
	line := append(m.started(1, m.launcher), append([]string{program}, args...)...)
	cmd := exec.CommandContext(ctx, line[0], line[1:]...)
	cmd.Dir = filepath.Dir(program)
	return finished(cmd, out, func() error { return place(cmd.Start) })
}

// interrupted says of a process that the user has stopped what becomes of those before it.
func (m *measuring) interrupted(ctx context.Context, err error, done int) error {
	var ended *exec.ExitError
	stopped := errors.As(err, &ended) && ended.Sys().(syscall.WaitStatus).Signal() == syscall.SIGINT
	if ctx.Err() == nil && !stopped {
		return err
	}
	if done == 0 {
		return fmt.Errorf("interrupted before the first round was there")
	}
	return fmt.Errorf("interrupted after %d of %d rounds, which are in %s: the same command goes on there", done, m.rounds, m.samplesFile())
}

// messages is the program that measures messages.
const messages = "messages"

// network measures between two processes, and between all cores.
func (m *measuring) network(ctx context.Context, dir string) (*microbench.Network, error) {
	net, err := m.among(ctx, dir, 2)
	if err != nil {
		return nil, err
	}
	for n := 4; n <= runtime.NumCPU(); n *= 2 {
		more, err := m.among(ctx, dir, n)
		if err != nil {
			return nil, err
		}
		net.Collectives = append(net.Collectives, more.Collectives...)
		net.Exchanges, net.Beside = more.Exchanges, more.Beside // with two neighbours that are not the same
	}
	return net, nil
}

// among measures between n processes, several times.
func (m *measuring) among(ctx context.Context, dir string, n int) (*microbench.Network, error) {
	runs := make([]*microbench.Network, 3)
	for k := range runs {
		out, err := m.output(ctx, dir, m.started(n, m.mpi), filepath.Join(dir, messages))
		if err != nil {
			return nil, err
		}
		if runs[k], err = microbench.ParseNetwork(out); err != nil {
			return nil, err
		}
	}
	return microbench.Together(runs), nil
}
