package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// The program, the extension and the newest entry of the changelog have one version.
func TestOneVersion(t *testing.T) {
	t.Parallel()
	var extension struct{ Version string }
	text, err := os.ReadFile("../../editors/vscode/package.json")
	if err == nil {
		err = json.Unmarshal(text, &extension)
	}
	if err != nil || extension.Version != version {
		t.Errorf("the extension has version %q, the program %q (%v)", extension.Version, version, err)
	}
	log, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(log), "\n## ")
	if newest, _, _ := strings.Cut(after, " "); newest != version {
		t.Errorf("the changelog's newest entry is %q, the program's %q", newest, version)
	}
}
