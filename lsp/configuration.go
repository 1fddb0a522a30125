package lsp

import (
	"context"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/protocol"
	"go.uber.org/zap"
)

// settingsWait is how long the first answers wait for the client's settings:
// without it the first numbers flicker.
const settingsWait = 300 * time.Millisecond

// pullSettings asks the client for its settings. The question is put from a
// goroutine of its own, because the answer comes through the read goroutine;
// an answer that a later question has overtaken is dropped.
func (s *server) pullSettings() {
	if !s.peer.Configuration {
		s.firstSettings()
		return
	}
	s.mu.Lock()
	s.pulls++
	pull := s.pulls
	s.mu.Unlock()
	time.AfterFunc(settingsWait, s.firstSettings)
	go func() {
		defer s.firstSettings()
		defer s.survive("settings")
		name := section
		answers, err := s.client.Configuration(s.ctx, &protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: &name}}})
		if err != nil || len(answers) != 1 {
			s.log.Warn("no settings from the client", zap.Int("answers", len(answers)), zap.Error(err))
			return
		}
		if isNull(answers[0]) {
			return // the client has nothing to say: what it said at the start stays
		}
		s.setSettings("workspace/configuration", answers[0], pull)
	}()
}

// didChangeConfiguration takes the settings out of the notification, or asks
// for them when the client only says that something has changed.
func (s *server) didChangeConfiguration(p *protocol.DidChangeConfigurationParams) error {
	var members map[string]jsontext.Value
	_ = json.Unmarshal(p.Settings, &members) // null, and whatever else is no object, has no members
	own, given := members[section]
	if !given || isNull(own) {
		s.pullSettings()
		return nil
	}
	s.mu.Lock()
	s.pulls++
	pull := s.pulls
	s.mu.Unlock()
	s.setSettings("didChangeConfiguration", own, pull)
	return nil
}

func isNull(raw jsontext.Value) bool { return len(raw) == 0 || raw.Kind() == 'n' }

// setSettings replaces the settings, unless a later question or notification
// has been seen, and has everything shown again if that changes anything.
func (s *server) setSettings(where string, raw jsontext.Value, pull int) {
	settings := decodeSettings(raw)
	s.mu.Lock()
	latest := pull == s.pulls
	differs := latest && !s.settings.equal(settings)
	rereads := differs && !s.settings.readsLike(settings)
	if differs {
		s.settings = settings
		s.round++
	}
	s.mu.Unlock()
	if differs {
		s.log.Info("settings", zap.String("from", where), zap.Any("settings", settings))
		if rereads {
			s.configureReading()
		}
		s.refreshAll()
	}
}

// firstSettings lets the requests go that wait for the settings.
func (s *server) firstSettings() { s.settled.Do(func() { close(s.configured) }) }

// awaitSettings returns when the first settings are there, or waited for long
// enough.
func (s *server) awaitSettings(ctx context.Context) {
	select {
	case <-s.configured:
	case <-ctx.Done():
	}
}
