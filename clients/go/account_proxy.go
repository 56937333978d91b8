package tintype

import (
	"context"
	"time"
)

// Proxy is the proxy of sessions with Proxy: true.
type Proxy struct {
	// URL has no password.
	URL string `json:"url"`
	// SetAt is when it was set.
	SetAt time.Time `json:"setAt"`
}

// ProxyTest says what works.
type ProxyTest struct {
	// Works is true if the page answered through the proxy, with any status.
	Works bool `json:"works"`
	// URL is the page.
	URL string `json:"url"`
	// Status is the HTTP status of the page, 0 without an answer.
	Status int `json:"status"`
	// Steps are "proxy" and "page"; only the first one if it failed.
	Steps []StorageStep `json:"steps"`
}

// GetProxy reads the proxy; nil if there is none.
func (s *AccountService) GetProxy(ctx context.Context) (*Proxy, error) {
	var body struct{ Proxy *Proxy }
	err := s.call(ctx, "GET", "/proxy", nil, &body)
	return body.Proxy, err
}

// PutProxy sets the proxy: an http, https or socks5 URL with its login. The
// warnings are about probable mistakes.
func (s *AccountService) PutProxy(ctx context.Context, url string) (proxy *Proxy, warnings []string, err error) {
	var body struct {
		Proxy    *Proxy
		Warnings []string
	}
	err = s.call(ctx, "PUT", "/proxy", map[string]any{"url": url}, &body)
	return body.Proxy, body.Warnings, err
}

// DeleteProxy removes the proxy. Open sessions keep it.
func (s *AccountService) DeleteProxy(ctx context.Context) error {
	return s.call(ctx, "DELETE", "/proxy", nil, nil)
}

// TestProxy asks for a page through the proxy; an empty one is https://example.com/.
func (s *AccountService) TestProxy(ctx context.Context, page string) (*ProxyTest, error) {
	test := &ProxyTest{}
	return unless(s.call(ctx, "POST", "/proxy/test", object([]Pair{{"url", page}}), test), test)
}
