package tintype

import (
	"context"
	"fmt"
	"iter"
	"net/url"
	"strconv"
	"time"
)

// SessionInfo is the state of a session.
type SessionInfo struct {
	ID string `json:"id"`
	// Status is "active", "closed", "expired" or "error".
	Status string `json:"status"`
	// CloseReason is empty while the session is active.
	CloseReason string     `json:"closeReason"`
	CreatedAt   time.Time  `json:"createdAt"`
	StartedAt   time.Time  `json:"startedAt"`
	ExpiresAt   time.Time  `json:"expiresAt"`
	ClosedAt    *time.Time `json:"closedAt"`
	// DurationSeconds is how long it was open so far.
	DurationSeconds int `json:"durationSeconds"`
	// BilledCredits is its cost, 0 until it has ended.
	BilledCredits int `json:"billedCredits"`
	// AccruedCredits is what it would cost to close it now.
	AccruedCredits     int                    `json:"accruedCredits"`
	ActionCount        int                    `json:"actionCount"`
	ActionSuccessCount int                    `json:"actionSuccessCount"`
	ActionErrorCount   int                    `json:"actionErrorCount"`
	ActionBreakdown    map[string]ActionCount `json:"actionBreakdown"`
	Options            SessionOptions         `json:"options"`
	// ConnectURL is another one in each answer; all work until the session ends.
	ConnectURL string `json:"connectUrl"`
}

// String shows all but the address for DevTools clients, which is a credential.
func (s SessionInfo) String() string {
	type fields SessionInfo // without this method
	if s.ConnectURL != "" {
		s.ConnectURL = "(hidden)"
	}
	return fmt.Sprintf("%+v", fields(s))
}

// GoString is String, so that %#v shows no credential.
func (s SessionInfo) GoString() string { return s.String() }

// Active reports whether the session takes actions.
func (s SessionInfo) Active() bool { return s.Status == "active" }

// ActionCount counts the actions of one type.
type ActionCount struct {
	Total   int `json:"total"`
	Success int `json:"success"`
	Error   int `json:"error"`
}

// SessionPage is one page of [Client.ListSessions].
type SessionPage struct {
	Sessions []SessionInfo `json:"sessions"`
	// NextCursor is empty on the last page.
	NextCursor string `json:"nextCursor"`
}

// ListSessionsOptions choose sessions. Zero values are the service's defaults.
type ListSessionsOptions struct {
	// Status is "active", "closed", "expired" or "error"; empty is all.
	Status string
	// Limit is 1 to 100.
	Limit int
	// Cursor is the NextCursor of an earlier page.
	Cursor string
}

// ListSessions lists a page of the account's sessions, the active ones first.
func (c *Client) ListSessions(ctx context.Context, options *ListSessionsOptions) (*SessionPage, error) {
	if options == nil {
		options = &ListSessionsOptions{}
	}
	query := url.Values{}
	setIf(query, "status", options.Status)
	setIf(query, "cursor", options.Cursor)
	if options.Limit != 0 {
		query.Set("limit", strconv.Itoa(options.Limit))
	}
	page := &SessionPage{}
	return unless(c.call(ctx, request{method: "GET", path: withQuery("/v1/sessions", query)}, nil, page), page)
}

// Sessions iterates over all sessions with a status, page by page. It ends after
// the first error.
func (c *Client) Sessions(ctx context.Context, status string) iter.Seq2[SessionInfo, error] {
	return func(yield func(SessionInfo, error) bool) {
		options := &ListSessionsOptions{Status: status, Limit: 100}
		for {
			page, err := c.ListSessions(ctx, options)
			if err != nil {
				yield(SessionInfo{}, err)
				return
			}
			for _, session := range page.Sessions {
				if !yield(session, nil) {
					return
				}
			}
			if options.Cursor = page.NextCursor; options.Cursor == "" {
				return
			}
		}
	}
}
