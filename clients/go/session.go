package tintype

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"net/url"
	"time"
)

// SessionOptions are the options of a new browser session.
type SessionOptions struct {
	// MaxTTLSeconds is its lifetime: by default, and at most, 900.
	MaxTTLSeconds int `json:"maxTtlSeconds,omitempty"`
	// Proxy sends all traffic through the account's proxy.
	Proxy bool `json:"proxy,omitempty"`
	// BypassBotDetection hides automation, as far as possible. Not with CDP.
	BypassBotDetection bool `json:"bypassBotDetection,omitempty"`
	// CDP allows DevTools clients such as Playwright: see [Session.ConnectURL].
	CDP bool `json:"cdp,omitempty"`
	// Profile is a saved login with which the browser begins. [Session.CloseSaving]
	// and [Session.SaveProfile] save one.
	Profile string `json:"profile,omitempty"`
	// IdempotencyKey makes a create that you repeat yourself answer the same
	// session for 24 hours. Repeats by the Client have a random one.
	IdempotencyKey string `json:"-"`
}

// Session is an open browser. Its methods run one action each; close it with
// defer:
//
//	session, err := client.CreateSession(ctx, nil)
//	if err != nil { … }
//	defer session.Close()
//	page, err := session.Goto(ctx, tintype.GotoAction{URL: "https://example.com/"})
type Session struct {
	ID string
	// ExpiresAt is when the session ends at the latest. Zero for [Client.Session].
	ExpiresAt time.Time
	// ConnectURL is the address for DevTools clients, with the option CDP. It is
	// a credential.
	ConnectURL string

	client *Client
}

// CreateSession opens a browser. The caller has to close the session: it costs
// credits for each minute until its end. If the context ends, no answer comes or a
// proxy answers instead, the Client abandons the create in the background. That
// closes what the service opened. With an IdempotencyKey it does not, so that a
// repeat has the session.
func (c *Client) CreateSession(ctx context.Context, options *SessionOptions) (*Session, error) {
	if options == nil {
		options = &SessionOptions{}
	}
	var created struct {
		SessionID  string
		ExpiresAt  time.Time
		ConnectURL string
	}
	if err := c.call(ctx, c.createRequest(options), options, &created); err != nil {
		return nil, err
	}
	return &Session{ID: created.SessionID, ExpiresAt: created.ExpiresAt, ConnectURL: created.ConnectURL, client: c}, nil
}

func (c *Client) createRequest(options *SessionOptions) request {
	key := or(options.IdempotencyKey, randomKey())
	r := request{method: "POST", path: "/v1/sessions", header: keyHeader(key)}
	if options.IdempotencyKey == "" { // the caller may repeat a create with a key of its own
		r.lost = func() { go c.abandonLost(key) }
	}
	return r
}

// AbandonSession abandons a create by its IdempotencyKey, for example one without
// an answer. It closes the session, also one that opens later. Later creates with
// the key are refused. It answers with the session, nil if no browser had
// opened.
func (c *Client) AbandonSession(ctx context.Context, key string) (*SessionInfo, error) {
	return c.session(ctx, request{method: "DELETE", path: "/v1/sessions", header: keyHeader(key)})
}

// abandonLost is for a create without an answer. An older service does not know the
// call: its session ends with its time.
func (c *Client) abandonLost(key string) {
	ctx, cancel := context.WithTimeout(context.Background(), lostTimeout)
	defer cancel()
	_, _ = c.AbandonSession(ctx, key)
}

func keyHeader(key string) map[string]string {
	return map[string]string{"Idempotency-Key": key}
}

// Session is an open session by its id. It sends nothing.
func (c *Client) Session(id string) *Session { return &Session{ID: id, client: c} }

// GetSession reads a session, also after its end.
func (c *Client) GetSession(ctx context.Context, id string) (*SessionInfo, error) {
	return c.session(ctx, request{method: "GET", path: sessionPath(id)})
}

// CloseSession ends a session and answers with its cost. A repeat answers the same.
func (c *Client) CloseSession(ctx context.Context, id string) (*SessionInfo, error) {
	return c.session(ctx, request{method: "DELETE", path: sessionPath(id)})
}

// CloseSessionSaving saves the browser's login under a name and ends the session.
// If the save fails, the session stays open.
func (c *Client) CloseSessionSaving(ctx context.Context, id, profile string) (*SessionInfo, error) {
	query := url.Values{"saveProfile": {profile}}
	return c.session(ctx, request{method: "DELETE", path: withQuery(sessionPath(id), query)})
}

// LiveLink is a link to a page that shows the browser of a session. It is a
// credential.
type LiveLink struct {
	URL string `json:"url"`
	// ExpiresAt is until when the link opens. A page that is open works until the
	// session ends.
	ExpiresAt time.Time `json:"expiresAt"`
}

// String hides the URL.
func (l LiveLink) String() string {
	return fmt.Sprintf("{URL:(hidden) ExpiresAt:%s}", l.ExpiresAt.Format(time.RFC3339))
}

// GoString is String, so that %#v shows no credential.
func (l LiveLink) GoString() string { return l.String() }

// LiveSession makes a link to the live view of a session. With control, a person
// can drive the browser.
func (c *Client) LiveSession(ctx context.Context, id string, control bool) (*LiveLink, error) {
	link := &LiveLink{}
	r := request{method: "POST", path: sessionPath(id) + "/live"}
	return unless(c.call(ctx, r, map[string]bool{"control": control}, link), link)
}

func (c *Client) session(ctx context.Context, r request) (*SessionInfo, error) {
	var body struct{ Session *SessionInfo }
	if err := c.call(ctx, r, nil, &body); err != nil {
		return nil, err
	}
	return body.Session, nil
}

// Info reads the state of the session.
func (s *Session) Info(ctx context.Context) (*SessionInfo, error) {
	return s.client.GetSession(ctx, s.ID)
}

// Close ends the session. It takes no context, so that a deferred Close works
// after the caller's context has ended. [Client.CloseSession] answers with the cost.
func (s *Session) Close() error {
	_, err := s.client.CloseSession(context.Background(), s.ID)
	return err
}

// CloseSaving saves the browser's login under a name and ends the session. If the
// save fails, the session stays open until another Close, such as a deferred one.
func (s *Session) CloseSaving(ctx context.Context, profile string) (*SessionInfo, error) {
	return s.client.CloseSessionSaving(ctx, s.ID, profile)
}

// Live makes a link to a page that shows the browser. With control, a person can
// drive it.
func (s *Session) Live(ctx context.Context, control bool) (*LiveLink, error) {
	return s.client.LiveSession(ctx, s.ID, control)
}

// String is the id; the address for DevTools clients is a credential.
func (s *Session) String() string { return s.ID }

// GoString is String, so that %#v shows no credential.
func (s *Session) GoString() string { return s.ID }

// lostTimeout is for the call that abandons a create.
const lostTimeout = 30 * time.Second

// Act runs an action and reads its answer into result, such as a pointer to a
// [GotoAnswer]. The typed methods, such as [Session.Goto], call it.
func (s *Session) Act(ctx context.Context, action Action, result any) error {
	return s.client.ExecuteAction(ctx, s.ID, action.Type(), action, result)
}

// ExecuteAction runs an action by its name. payload is anything that becomes a
// JSON object; nil is an empty one. result is a pointer; nil ignores the answer.
func (c *Client) ExecuteAction(ctx context.Context, id, action string, payload, result any) error {
	body := map[string]any{"type": action}
	if payload != nil {
		body["payload"] = payload
	}
	r := request{method: "POST", path: sessionPath(id) + "/actions", what: "the action " + action, once: true}
	if action == "batch" {
		r.timeout = batchActionTime + onTheWay
	}
	return c.call(ctx, r, body, result)
}

func sessionPath(id string) string { return "/v1/sessions/" + url.PathEscape(id) }

func randomKey() string {
	key := make([]byte, 16)
	_, _ = rand.Read(key)
	return hex.EncodeToString(key)
}

func setIf(query url.Values, name, value string) {
	if value != "" {
		query.Set(name, value)
	}
}

func withQuery(path string, query url.Values) string {
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}
