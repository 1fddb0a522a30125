package main

import (
	"os"
	"time"

	"github.com/spf13/cobra"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/internal/disk"
	"github.com/parlens/parlens/internal/revision"
	"github.com/parlens/parlens/lsp"
)

const serveHelp = `Serves the language server protocol over standard input and output: the cost of
a line as an inlay hint, its breakdown as a hover, cheaper directives as code
actions. An editor starts it; it ends when the editor does.`

// serving is the name of the command that serves an editor.
const serving = "serve"

func newServe(env environment) *cobra.Command {
	var file, level string
	var trace, stdio bool
	var memory int64
	var rest time.Duration
	cmd := &cobra.Command{
		Use:   serving,
		Short: "Serve an editor over standard input and output",
		Long:  serveHelp,
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			logger, err := newLogger(env, file, level, trace)
			if err != nil {
				return err
			}
			defer func() { _ = logger.Sync() }() // a terminal cannot be synced, and says so
			err = lsp.Serve(cmd.Context(), env.in, env.out, lsp.Options{Logger: logger, Trace: trace, Version: version, Memory: memory << 20, AdviseAfter: rest, AnswerWithin: lsp.AnswerWithin, Alone: true, Folder: disk.UserFolder(), Commit: lastCommit})
			if err != nil {
				return &failed{err}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&stdio, "stdio", true, "talk over standard input and output, which it always does")
	cmd.Flags().StringVar(&file, "log", "", "log to this `FILE` instead of standard error")
	cmd.Flags().StringVar(&level, "log-level", "info", "debug, info, warn or error")
	cmd.Flags().Int64Var(&memory, "memory", lsp.DefaultMemory>>20, "stay within so many `MB`, half of it for results; the oldest are computed again when they are asked for")
	cmd.Flags().DurationVar(&rest, "advise-after", 2*time.Second, "look for faster mappings when a program has not changed for so long; 0 to wait for a question")
	cmd.Flags().BoolVar(&trace, "trace", false, "log every message of the protocol")
	complete(cmd, "log-level", []string{"debug", "info", "warn", "error"})
	return cmd
}

// lastCommit opens what was committed last in the repository of a folder.
func lastCommit(folder string) (workspace.Lister, string, error) {
	tree, err := revision.Open(folder, "HEAD")
	if err != nil {
		return nil, "", err
	}
	return tree, tree.Name, nil
}

// newLogger logs to the file, else to standard error. Tracing needs the debug
// level and switches it on.
func newLogger(env environment, file, level string, trace bool) (*zap.Logger, error) {
	at, err := zapcore.ParseLevel(level)
	if err != nil {
		return nil, err
	}
	if trace {
		at = zapcore.DebugLevel
	}
	sink := zapcore.AddSync(env.err)
	if file != "" {
		opened, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return nil, err
		}
		sink = opened
	}
	config := zap.NewProductionEncoderConfig()
	config.EncodeTime = zapcore.ISO8601TimeEncoder
	return zap.New(zapcore.NewCore(zapcore.NewConsoleEncoder(config), zapcore.Lock(sink), at)), nil
}
