package tintype

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"
)

// request is one call of the service. Its path is sent byte for byte.
type request struct {
	method  string
	path    string
	base    string // the client's base URL if empty
	body    []byte
	header  map[string]string
	timeout time.Duration
	what    string // what it does, for errors: "the image of https://example.com/"
	// once marks a request that must not be repeated after a 503, because the
	// first attempt may have taken effect.
	once bool
	// lost is called by [Client.call] after an end without an answer of the
	// service. What that did is then unknown.
	lost func()
}

type answer struct {
	base   string
	status int
	header http.Header
	body   []byte
}

// Limits are this much above the time that the service may take.
const onTheWay = 10 * time.Second

// usualTimeout is that of an action: most requests take no longer.
const usualTimeout = actionTime + onTheWay

// send makes the attempts of a request. Every status from 400 is an error.
func (c *Client) send(ctx context.Context, r request) (*answer, error) {
	if err := checkPath(r.path); err != nil {
		return nil, err
	}
	var waited time.Duration
	for attempt := 0; ; attempt++ {
		answer, err := c.attempt(ctx, r)
		if err != nil {
			return nil, err
		}
		if answer.status < 400 && answer.isFromService() {
			return answer, nil
		}
		refusal := errorOf(answer)
		pause := refusal.RetryAfter
		if attempt >= c.retries || !r.mayRepeat(refusal) || pause > c.retryWait-waited {
			return nil, refusal
		}
		waited += pause
		// Up to a quarter of a second more, so that clients refused together do not come together.
		if err := sleep(ctx, pause+rand.N(250*time.Millisecond)); err != nil {
			return nil, fmt.Errorf("%w; the wait for a repeat ended: %w", refusal, err)
		}
	}
}

func (r request) mayRepeat(refusal *Error) bool {
	if !refusal.saysWhen {
		return false
	}
	return refusal.Status == http.StatusTooManyRequests || refusal.Status == http.StatusServiceUnavailable && !r.once
}

func (c *Client) attempt(ctx context.Context, r request) (*answer, error) {
	limit := r.timeout
	if c.timeout > 0 {
		limit = c.timeout
	} else if limit == 0 {
		limit = usualTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	base := or(r.base, c.base)
	sent, err := http.NewRequestWithContext(ctx, r.method, base+r.path, bytes.NewReader(r.body))
	if err != nil {
		return nil, fmt.Errorf("tintype: %s: the request has no valid URL", r.method)
	}
	sent.Header.Set("User-Agent", c.userAgent)
	for name, value := range r.header {
		sent.Header.Set(name, value)
	}
	received, err := c.http.Do(sent)
	if err != nil {
		return nil, connectionError(r, base, err)
	}
	defer received.Body.Close()
	body, err := io.ReadAll(received.Body)
	if err != nil {
		return nil, connectionError(r, base, err)
	}
	return &answer{base: base, status: received.StatusCode, header: received.Header, body: body}, nil
}

// jsonOf is the body of a request. JSON has no numbers that are not finite.
func jsonOf(body any) ([]byte, error) {
	encoded, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("tintype: the body of the request: %w", err)
	}
	return encoded, nil
}

// exchange sends a request with the bearer token and a JSON body; nil sends none.
func (c *Client) exchange(ctx context.Context, r request, body any) (*answer, error) {
	header := map[string]string{"Authorization": "Bearer " + c.Token()}
	maps.Copy(header, r.header)
	if body != nil {
		encoded, err := jsonOf(body)
		if err != nil {
			return nil, err
		}
		r.body = encoded
		header["Content-Type"] = "application/json"
	}
	r.header = header
	return c.send(ctx, r)
}

// call is exchange that reads the JSON of the answer into result, unless it is nil.
func (c *Client) call(ctx context.Context, r request, body, result any) error {
	begun := ctx.Err() == nil
	answer, err := c.exchange(ctx, r, body)
	if err == nil && result != nil {
		err = answer.into(result)
	}
	if begun && r.lost != nil && isLost(err) {
		r.lost()
	}
	return err
}

// isLost reports whether an error is no answer of the service. A proxy may have
// answered after the service did its work.
func isLost(err error) bool {
	var refusal *Error
	return err != nil && (!errors.As(err, &refusal) || refusal.Code == "")
}

// isFromService reports whether an answer below 400 is one of the service. Each of
// these has a request id, and none is HTML.
func (a *answer) isFromService() bool {
	isHTML := strings.HasPrefix(strings.ToLower(a.header.Get("Content-Type")), "text/html")
	return a.header.Get("X-Request-Id") != "" && !isHTML
}

func (a *answer) into(result any) error {
	if err := json.Unmarshal(a.body, result); err != nil {
		return errors.New("tintype: the service answered with JSON that this version does not know; update the package")
	}
	return nil
}

// unless is value, or nil and err.
func unless[T any](err error, value *T) (*T, error) {
	if err != nil {
		return nil, err
	}
	return value, nil
}

func sleep(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
