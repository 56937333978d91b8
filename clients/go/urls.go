package tintype

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"
)

// Endpoint is what is made of a page.
type Endpoint string

// The five endpoints.
const (
	EndpointImage    Endpoint = "image"
	EndpointPDF      Endpoint = "pdf"
	EndpointContent  Endpoint = "content"
	EndpointMetadata Endpoint = "metadata"
	EndpointAnimated Endpoint = "animated"
)

// Options are typed options of an endpoint: [*ImageOptions], [*PDFOptions],
// [*ContentOptions], [*MetadataOptions] or [*AnimatedOptions].
type Options interface {
	pairs() []Pair
	endpoint() Endpoint
}

// URLOption says how a URL is signed. See [V2], [ExpiresAt], [ExpiresIn] and [Edge].
type URLOption func(*urlSettings)

type urlSettings struct {
	v2      bool
	expires time.Time
	edge    bool
}

// V2 signs with version 2 (HMAC-SHA256), which signs the endpoint too. Version
// 1 (MD5) is the default, because all clients of such services know it.
func V2() URLOption {
	return func(s *urlSettings) { s.v2 = true }
}

// ExpiresAt signs with version 2 and ends the URL at a time.
func ExpiresAt(end time.Time) URLOption {
	return func(s *urlSettings) { s.v2, s.expires = true, end }
}

// ExpiresIn signs with version 2 and ends the URL after a time. It changes the
// URL each second, but not the cached result.
func ExpiresIn(life time.Duration) URLOption {
	return ExpiresAt(time.Now().Add(life))
}

// Edge makes the URL on the edge host, where a request may run for 300 seconds.
func Edge() URLOption {
	return func(s *urlSettings) { s.edge = true }
}

// BuildImageURL is a signed URL of a picture of target. It sends nothing.
func (c *Client) BuildImageURL(target string, options *ImageOptions, how ...URLOption) (string, error) {
	return c.BuildURL(EndpointImage, target, options.pairs(), how...)
}

// BuildPDFURL is a signed URL of a PDF of target.
func (c *Client) BuildPDFURL(target string, options *PDFOptions, how ...URLOption) (string, error) {
	return c.BuildURL(EndpointPDF, target, options.pairs(), how...)
}

// BuildContentURL is a signed URL of the HTML, text and Markdown of target.
func (c *Client) BuildContentURL(target string, options *ContentOptions, how ...URLOption) (string, error) {
	return c.BuildURL(EndpointContent, target, options.pairs(), how...)
}

// BuildMetadataURL is a signed URL of the metadata of target.
func (c *Client) BuildMetadataURL(target string, options *MetadataOptions, how ...URLOption) (string, error) {
	return c.BuildURL(EndpointMetadata, target, options.pairs(), how...)
}

// BuildAnimatedURL is a signed URL of a recording of target.
func (c *Client) BuildAnimatedURL(target string, options *AnimatedOptions, how ...URLOption) (string, error) {
	return c.BuildURL(EndpointAnimated, target, options.pairs(), how...)
}

// BuildURL is a signed URL with options by name, in the order of the pairs after
// the url. Values such as `headers` have to be encoded already. A name that is
// nearly a known one, such as "qualty", is an error.
func (c *Client) BuildURL(endpoint Endpoint, target string, options []Pair, how ...URLOption) (string, error) {
	settings := urlSettings{edge: c.useEdge}
	for _, option := range how {
		option(&settings)
	}
	base := c.base
	if settings.edge {
		if base = c.edge; base == "" {
			return "", errNoEdge
		}
	}
	path, err := c.signedPath(endpoint, target, options, settings)
	return base + path, err
}

func (c *Client) signedPath(endpoint Endpoint, target string, options []Pair, settings urlSettings) (string, error) {
	if target == "" {
		return "", errors.New("tintype: the URL of the page is missing")
	}
	if err := refuseMisspelt(endpoint, options); err != nil {
		return "", err
	}
	pairs := append([]Pair{{"url", target}}, options...)
	if !settings.expires.IsZero() {
		if err := checkExpiry(settings.expires); err != nil {
			return "", err
		}
		pairs = append(pairs, Pair{"expires", settings.expires.Unix()})
	}
	query, err := Query(pairs...)
	if err != nil {
		return "", err
	}
	key, secret := c.key, c.secret()
	if settings.v2 {
		return "/v2/" + key + "/" + SignV2(secret, endpoint, query) + "/" + string(endpoint) + "?" + query, nil
	}
	return "/" + key + "/" + SignV1(secret, query) + "/" + string(endpoint) + "?" + query, nil
}

// leastMilliseconds is the year 5138 in seconds; a clock in milliseconds passed
// it in 1973.
const leastMilliseconds = 100_000_000_000

func checkExpiry(end time.Time) error {
	if seconds := end.Unix(); seconds >= leastMilliseconds {
		return fmt.Errorf("tintype: the expiry %d looks like milliseconds", seconds)
	}
	if !end.After(time.Now()) {
		return fmt.Errorf("tintype: the expiry %s is not in the future", end.UTC().Format(time.RFC3339))
	}
	return nil
}

// seconds is the option of the name, at most 300 s, and whether it is a number.
func seconds(pairs []Pair, name string) (time.Duration, bool) {
	for _, pair := range pairs {
		if value, err := text(pair); err == nil && pair.Name == name {
			if number, err := strconv.ParseFloat(value, 64); err == nil && !math.IsNaN(number) {
				return time.Duration(min(max(number, 0), 300) * float64(time.Second)), true
			}
		}
	}
	return 0, false
}
