package tintype

import (
	"context"
	"net/url"
	"strconv"
	"time"
)

// AccountService is what the holder of an account manages: [Client.Account]. Any
// secret reads; changes need one with the scope "manage".
type AccountService struct{ client *Client }

// Account is the account of the client's key.
type Account struct {
	ID     string `json:"id"`
	APIKey string `json:"apiKey"`
	// Credits is what is left; nil is unlimited.
	Credits *int `json:"credits"`
	// Endpoints are those that the account may use; nil is all.
	Endpoints []Endpoint `json:"endpoints"`
	Limits    Limits     `json:"limits"`
	// Proxy and Storage report whether the account has one.
	Proxy   bool `json:"proxy"`
	Storage bool `json:"storage"`
}

// Limits are those of an account; nil is no limit.
type Limits struct {
	ConcurrentRenders     *int   `json:"concurrentRenders"`
	ConcurrentSessions    int    `json:"concurrentSessions"`
	RequestsPerSecond     *int   `json:"requestsPerSecond"`
	LinkRequestsPerSecond *int   `json:"linkRequestsPerSecond"`
	BandwidthBytesPerDay  *int64 `json:"bandwidthBytesPerDay"`
	BatchItems            int    `json:"batchItems"`
	BatchBytes            int64  `json:"batchBytes"`
	ResultBytes           int64  `json:"resultBytes"`
	CacheSeconds          int    `json:"cacheSeconds"`
}

// UsageDay is what an account used on a day (UTC).
type UsageDay struct {
	// Date is such as "2026-05-01".
	Date string `json:"date"`
	// Renders counts charged renders.
	Renders        map[Endpoint]int `json:"renders"`
	CachedAnswers  int              `json:"cachedAnswers"`
	DeliveredBytes int64            `json:"deliveredBytes"`
	SessionMinutes int              `json:"sessionMinutes"`
	Credits        int              `json:"credits"`
	Charges        int              `json:"charges"`
}

// Charge is what a render or a session cost.
type Charge struct {
	// ID is that of the render's charge, or of the session.
	ID string `json:"id"`
	// Kind is "render" or "session".
	Kind string    `json:"kind"`
	At   time.Time `json:"at"`
	// Endpoint is empty for a session.
	Endpoint Endpoint `json:"endpoint"`
	// Seconds is how long the session was open; 0 for a render.
	Seconds float64 `json:"seconds"`
	Credits int     `json:"credits"`
	// RequestID is the id of the request that was answered with this charge. It is
	// empty for a session or an item of a batch.
	RequestID string `json:"requestId"`
	// BatchID is that of the batch whose item this is; empty for others.
	BatchID string `json:"batchId"`
	// BatchItem is the number of this item in its batch, 1 for the first; 0 for others.
	BatchItem int `json:"batchItem"`
}

// ChargePage is one page of [AccountService.ListCharges]. It may be empty before
// the last one.
type ChargePage struct {
	Charges []Charge `json:"charges"`
	// NextCursor is empty on the last page.
	NextCursor string `json:"nextCursor"`
}

// Secret is one of the account's secrets, without its value.
type Secret struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Scope is "use" or "manage".
	Scope string `json:"scope"`
	// Origin is "admin", "account" or "environment".
	Origin    string    `json:"origin"`
	CreatedAt time.Time `json:"createdAt"`
	// LastUsedAt is up to an hour old; nil if never.
	LastUsedAt *time.Time `json:"lastUsedAt"`
}

// NewSecret is a new secret with its value, which is shown this once.
type NewSecret struct {
	ID    string
	Name  string
	Scope string

	// A function, so that fmt does not show them.
	hidden func() (value, token string)
}

// Value is the secret itself.
func (s NewSecret) Value() string {
	value, _ := s.hidden()
	return value
}

// Token is the bearer token of the secret, if [AccountService.CreateToken] made it.
func (s NewSecret) Token() string {
	_, token := s.hidden()
	return token
}

// Get reads the account.
func (s *AccountService) Get(ctx context.Context) (*Account, error) {
	var body struct{ Account *Account }
	err := s.call(ctx, "GET", "", nil, &body)
	return body.Account, err
}

// Usage reads a row for each day from one day to another, both included, at most
// 366. Zero times are the last 30 days.
func (s *AccountService) Usage(ctx context.Context, from, to time.Time) ([]UsageDay, error) {
	query := url.Values{}
	for name, day := range map[string]time.Time{"from": from, "to": to} {
		if !day.IsZero() {
			query.Set(name, day.UTC().Format(time.DateOnly))
		}
	}
	var body struct{ Days []UsageDay }
	err := s.call(ctx, "GET", withQuery("/usage", query), nil, &body)
	return body.Days, err
}

// ListCharges lists a page of the charges of the last 40 days, the latest first.
// A limit of 0 is 50; the most is 100. An empty cursor is the first page.
func (s *AccountService) ListCharges(ctx context.Context, limit int, cursor string) (*ChargePage, error) {
	query := url.Values{}
	setIf(query, "cursor", cursor)
	if limit != 0 {
		query.Set("limit", strconv.Itoa(limit))
	}
	page := &ChargePage{}
	return unless(s.call(ctx, "GET", withQuery("/charges", query), nil, page), page)
}

// ListSecrets lists the secrets, without their values.
func (s *AccountService) ListSecrets(ctx context.Context) ([]Secret, error) {
	return s.secrets(ctx, "GET", "/secrets")
}

// DeleteSecret deletes a secret, and lists those left. The last one with the
// scope "manage" cannot be deleted.
func (s *AccountService) DeleteSecret(ctx context.Context, id string) ([]Secret, error) {
	return s.secrets(ctx, "DELETE", "/secrets/"+url.PathEscape(id))
}

func (s *AccountService) secrets(ctx context.Context, method, path string) ([]Secret, error) {
	var body struct{ Secrets []Secret }
	err := s.call(ctx, method, path, nil, &body)
	return body.Secrets, err
}

// CreateSecret makes a secret. scope is "use" or "manage"; empty is "use".
func (s *AccountService) CreateSecret(ctx context.Context, name, scope string) (*NewSecret, error) {
	return s.create(ctx, "/secrets", name, scope)
}

// Token asks for the bearer token of a secret of the account, for sessions and the
// tool server. See [Client.Token] for that of the client's own secret.
func (s *AccountService) Token(ctx context.Context, secret string) (string, error) {
	var made struct{ Token string }
	err := s.call(ctx, "POST", "/token", map[string]string{"secret": secret}, &made)
	return made.Token, err
}

// CreateToken makes a secret and its bearer token.
func (s *AccountService) CreateToken(ctx context.Context, name, scope string) (*NewSecret, error) {
	return s.create(ctx, "/token", name, scope)
}

func (s *AccountService) create(ctx context.Context, path, name, scope string) (*NewSecret, error) {
	body := object([]Pair{{"name", name}, {"scope", scope}})
	var made struct{ SecretID, Secret, Name, Scope, Token string }
	if err := s.call(ctx, "POST", path, body, &made); err != nil {
		return nil, err
	}
	hidden := func() (string, string) { return made.Secret, made.Token }
	return &NewSecret{ID: made.SecretID, Name: made.Name, Scope: made.Scope, hidden: hidden}, nil
}

func (s *AccountService) call(ctx context.Context, method, path string, body, result any) error {
	// A repeated POST would make a second secret.
	return s.client.call(ctx, request{method: method, path: "/v1/account" + path, once: method == "POST"}, body, result)
}
