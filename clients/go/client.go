package tintype

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// defaultURL is where a service listens that was started with `make run`.
const defaultURL = "http://127.0.0.1:8080"

// Client calls one service with one API key. It is safe for concurrent use.
type Client struct {
	// Account has the routes for what the holder of the account manages.
	Account *AccountService

	key string
	// A function, because fmt prints unexported text, even behind pointers.
	secret    func() string
	base      string
	edge      string
	useEdge   bool
	http      *http.Client
	timeout   time.Duration
	retries   int
	retryWait time.Duration
	userAgent string
}

// Option changes a setting of a new [Client].
type Option func(*Client)

// WithBaseURL sets the address of the service. The default is TINTYPE_URL, else
// http://127.0.0.1:8080.
func WithBaseURL(address string) Option {
	return func(c *Client) { c.base = address }
}

// WithEdgeURL sets the host of the service on which a request may run for 300
// instead of 60 seconds. The default is TINTYPE_EDGE_URL. See [WithEdge].
func WithEdgeURL(address string) Option {
	return func(c *Client) { c.edge = address }
}

// WithEdge makes and fetches all URLs on the edge host. See [Edge] for one URL.
func WithEdge() Option {
	return func(c *Client) { c.useEdge = true }
}

// WithHTTPClient sets what sends the requests, for a proxy or a transport of
// your own. The Client never follows redirects.
func WithHTTPClient(client *http.Client) Option {
	return func(c *Client) {
		own := *client
		c.http = &own
	}
}

// WithTimeout limits each attempt of a request. The default depends on the
// request: somewhat longer than the service itself may take. The context of a
// call limits all its attempts together.
func WithTimeout(limit time.Duration) Option {
	return func(c *Client) { c.timeout = limit }
}

// WithRetries sets how often a request is repeated, and how long it may wait in
// all. It is repeated after 429 or 503 with Retry-After. The default is 2 times
// and 30 seconds; 0 times turns it off.
func WithRetries(times int, wait time.Duration) Option {
	return func(c *Client) { c.retries, c.retryWait = times, wait }
}

// WithUserAgent adds the name of your program to the User-Agent.
func WithUserAgent(program string) Option {
	return func(c *Client) { c.userAgent = program + " " + c.userAgent }
}

// New makes a client. An empty key or secret is taken from TINTYPE_KEY or
// TINTYPE_SECRET, unless the other one differs from its variable. An error names
// the setting that is missing or wrong.
func New(key, secret string, options ...Option) (*Client, error) {
	key, secret = pairOf(key, secret)
	c := &Client{
		key:       key,
		secret:    func() string { return secret },
		base:      or(os.Getenv("TINTYPE_URL"), defaultURL),
		edge:      os.Getenv("TINTYPE_EDGE_URL"),
		http:      &http.Client{},
		retries:   2,
		retryWait: 30 * time.Second,
		userAgent: "tintype-go/" + Version,
	}
	for _, option := range options {
		option(c)
	}
	c.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c.Account = &AccountService{c}
	return c, c.settle()
}

// pairOf completes the pair from the environment. The variables are one pair:
// their secret is not for another key, nor their key for another secret.
func pairOf(key, secret string) (string, string) {
	envKey, envSecret := os.Getenv("TINTYPE_KEY"), os.Getenv("TINTYPE_SECRET")
	if isOther(key, envKey) || isOther(secret, envSecret) {
		return key, secret
	}
	return or(key, envKey), or(secret, envSecret)
}

func isOther(given, variable string) bool {
	return given != "" && variable != "" && given != variable
}

func missing(what, variable string) error {
	if os.Getenv(variable) != "" {
		return fmt.Errorf("tintype: the API %s is missing: pass key and secret to New; %s is of another pair", what, variable)
	}
	return fmt.Errorf("tintype: the API %s is missing: pass it to New, or set %s", what, variable)
}

func (c *Client) settle() error {
	if c.key == "" {
		return missing("key", "TINTYPE_KEY")
	}
	if c.secret() == "" {
		return missing("secret", "TINTYPE_SECRET")
	}
	if c.useEdge && c.edge == "" {
		return errNoEdge
	}
	for name, address := range map[string]*string{"base URL": &c.base, "edge URL": &c.edge} {
		*address = strings.TrimRight(*address, "/")
		if *address == "" && name == "edge URL" {
			continue
		}
		parsed, err := url.Parse(*address)
		if err != nil || parsed.Host == "" || parsed.Scheme != "http" && parsed.Scheme != "https" {
			return fmt.Errorf("tintype: the %s is %q, but takes an http or https URL, such as %s", name, *address, defaultURL)
		}
		if parsed.User != nil {
			return fmt.Errorf("tintype: the %s takes no user and password: pass key and secret to New", name)
		}
	}
	return nil
}

var errNoEdge = errors.New("tintype: the edge URL is missing: use WithEdgeURL, or set TINTYPE_EDGE_URL")

// Key is the API key. It is public: each signed URL shows it.
func (c *Client) Key() string { return c.key }

// Token is the bearer token of this client's key and secret. The tool server
// takes it, and programs that call the routes themselves. Keep it secret.
func (c *Client) Token() string {
	return base64.StdEncoding.EncodeToString([]byte(c.key + ":" + c.secret()))
}

// String names the service and the key, never the secret.
func (c *Client) String() string {
	return fmt.Sprintf("tintype.Client(%s, key %s)", c.base, c.key)
}

// GoString is String, so that %#v shows no secret.
func (c *Client) GoString() string { return c.String() }

func or(first, second string) string {
	if first != "" {
		return first
	}
	return second
}
