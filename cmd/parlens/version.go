package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is that of the newest entry of the changelog.
const version = "0.1.0"

func newVersion(env environment) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			info, _ := debug.ReadBuildInfo()
			_, err := fmt.Fprintln(env.out, versionLine(info))
			return err
		},
	}
}

// versionLine tells the version, the commit it was built from and the Go that
// built it, as far as they are known.
func versionLine(info *debug.BuildInfo) string {
	line := "parlens " + version
	if info == nil {
		return line
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if commit := settings["vcs.revision"]; commit != "" {
		line += " (" + commit[:min(12, len(commit))]
		if settings["vcs.modified"] == "true" {
			line += ", modified"
		}
		line += ")"
	}
	return line + " " + info.GoVersion
}
