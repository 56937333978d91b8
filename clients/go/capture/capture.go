// Package capture has the names and signatures of github.com/techulus/capture-go,
// so that a program moves to Tintype with its import:
//
//	import "tintype.dev/client/capture"
//
// The address of the service is TINTYPE_URL, or [WithBaseURL]. New programs use
// the package above this one: it has contexts, types and more routes.
package capture

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	tintype "tintype.dev/client"
)

// RequestOptions are options by name, as in a query.
type RequestOptions map[string]interface{}

// CreateSessionOptions are the options of a new session.
type CreateSessionOptions struct {
	MaxTtlSeconds      int
	Proxy              bool
	BypassBotDetection bool
	CDP                bool
}

// SessionActionPayload is the payload of an action.
type SessionActionPayload map[string]interface{}

// SessionActionResponse is the answer to an action.
type SessionActionResponse map[string]interface{}

// SessionResponse is the answer to a call about a session.
type SessionResponse map[string]interface{}

// ContentResponse is the content of a page.
type ContentResponse struct {
	Success     bool   `json:"success"`
	HTML        string `json:"html"`
	TextContent string `json:"textContent"`
	Markdown    string `json:"markdown"`
}

// MetadataResponse is the metadata of a page.
type MetadataResponse struct {
	Success  bool                   `json:"success"`
	Metadata map[string]interface{} `json:"metadata"`
}

// SessionsAPIError is an error of a call about sessions. Errors of renders are
// [tintype.Error].
type SessionsAPIError struct {
	StatusCode int
	Body       map[string]interface{}
	cause      *tintype.Error
}

func (e *SessionsAPIError) Error() string { return e.cause.Error() }

// Unwrap is the error of the package above this one.
func (e *SessionsAPIError) Unwrap() error { return e.cause }

// Capture is the client. It is safe for concurrent use.
type Capture struct {
	client *tintype.Client
	err    error
}

// Option changes a setting of a new Capture.
type Option = tintype.Option

// WithEdge uses the edge host, TINTYPE_EDGE_URL.
func WithEdge() Option { return tintype.WithEdge() }

// WithHTTPClient sets what sends the requests.
func WithHTTPClient(client *http.Client) Option { return tintype.WithHTTPClient(client) }

// WithBaseURL sets the address of the service.
func WithBaseURL(address string) Option { return tintype.WithBaseURL(address) }

// New makes a client. Wrong settings are the error of its first call.
func New(key, secret string, options ...Option) *Capture {
	client, err := tintype.New(key, secret, options...)
	return &Capture{client, err}
}

func pairs(options RequestOptions) []tintype.Pair {
	var list []tintype.Pair
	for name, value := range options {
		if name != "url" {
			list = append(list, tintype.Pair{Name: name, Value: value})
		}
	}
	slices.SortFunc(list, func(a, b tintype.Pair) int { return strings.Compare(a.Name, b.Name) })
	return list
}

func (c *Capture) build(endpoint tintype.Endpoint, targetURL string, options RequestOptions) (string, error) {
	if c.err != nil {
		return "", c.err
	}
	return c.client.BuildURL(endpoint, targetURL, pairs(options))
}

func (c *Capture) fetch(endpoint tintype.Endpoint, targetURL string, options RequestOptions) ([]byte, error) {
	if c.err != nil {
		return nil, c.err
	}
	file, err := c.client.Fetch(context.Background(), endpoint, targetURL, pairs(options))
	if err != nil {
		return nil, err
	}
	return file.Body, nil
}

// sessions runs a call about sessions.
func (c *Capture) sessions(call func() error) error {
	if c.err != nil {
		return c.err
	}
	err := call()
	var refusal *tintype.Error
	if !errors.As(err, &refusal) {
		return err
	}
	body := map[string]interface{}{"success": false, "error": refusal.Message, "code": string(refusal.Code), "requestId": refusal.RequestID}
	for name, value := range refusal.Details {
		body[name] = value
	}
	return &SessionsAPIError{refusal.Status, body, refusal}
}
