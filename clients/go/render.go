package tintype

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// Source is what is rendered: exactly one of URL, HTML and Markdown.
type Source struct {
	URL      string
	HTML     string
	Markdown string
	// BaseURL is where relative links of HTML and Markdown belong to.
	BaseURL string
}

func (s Source) pairs() []Pair {
	return []Pair{{"url", s.URL}, {"html", s.HTML}, {"markdown", s.Markdown}, {"baseUrl", s.BaseURL}}
}

// Report is the answer to [Client.RenderOutputs].
type Report struct {
	Results  []Output `json:"results"`
	Warnings []string `json:"warnings"`
	// Timings are milliseconds of each step, such as "navigate".
	Timings map[string]float64 `json:"timings"`
	// TargetStatus is the HTTP status of the page.
	TargetStatus int `json:"targetStatus"`
}

// Output is one result of a page load. If Error is set, it failed alone.
type Output struct {
	Endpoint Endpoint `json:"endpoint"`
	// URL is a link to the result, for anybody who has it.
	URL         string        `json:"url"`
	ContentType string        `json:"contentType"`
	Bytes       int64         `json:"bytes"`
	Cache       string        `json:"cache"`
	Credits     int           `json:"credits"`
	Error       *PartialError `json:"error"`
}

// PartialError is why one output, item or step failed.
type PartialError struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
}

// Error is the message with the code.
func (e *PartialError) Error() string { return e.Message + " (" + string(e.Code) + ")" }

// Render renders a page, HTML or Markdown by POST. The type of the options says
// the endpoint:
//
//	client.Render(ctx, tintype.Source{HTML: invoice}, &tintype.PDFOptions{Format: "A5"})
func (c *Client) Render(ctx context.Context, source Source, options Options) (*File, error) {
	pairs, err := pairsOf(options)
	if err != nil {
		return nil, err
	}
	body := object(append(source.pairs(), pairs...))
	body["endpoint"] = options.endpoint()
	answer, err := c.post(ctx, body, nil)
	if err != nil {
		return nil, err
	}
	return fileOf(answer), nil
}

// RenderOutputs renders several files of one page load, each charged as one
// render, and answers with links to them:
//
//	client.RenderOutputs(ctx, source, &tintype.ImageOptions{VW: 800}, &tintype.PDFOptions{Format: "A5"})
//
// Options of the page, such as VW, hold for all outputs; give each in one of them.
func (c *Client) RenderOutputs(ctx context.Context, source Source, outputs ...Options) (*Report, error) {
	if len(outputs) == 0 {
		return nil, errNoOptions
	}
	body, list, err := shareOptions(outputs)
	if err != nil {
		return nil, err
	}
	for _, pair := range given(source.pairs()) {
		body[pair.Name] = pair.Value
	}
	body["outputs"] = list
	answer, err := c.post(ctx, body, map[string]string{"Prefer": "return=representation"})
	if err != nil {
		return nil, err
	}
	report := &Report{}
	return unless(answer.into(report), report)
}

// RenderLater renders a page when the service has time, into the account's
// storage: a batch of one. options is [*ImageOptions] or [*PDFOptions].
func (c *Client) RenderLater(ctx context.Context, target string, options Options, how *BatchOptions) (*Batch, error) {
	pairs, err := pairsOf(options)
	if err != nil {
		return nil, err
	}
	if err := checkBatchEndpoint(options.endpoint()); err != nil {
		return nil, err
	}
	body := object(append([]Pair{{"url", target}, {"notification_uri", how.notificationURI()}}, pairs...))
	body["endpoint"], body["async"] = options.endpoint(), true
	answer, err := c.post(ctx, body, keyHeader(how.idempotencyKey()))
	if err != nil {
		return nil, err
	}
	return c.batchOf(answer)
}

var errNoOptions = errors.New("tintype: pass options, such as &tintype.ImageOptions{}: their type says what to make of the page")

// pairsOf is the options by name. It is an error if there are none, or one name is misspelt.
func pairsOf(options Options, more ...string) ([]Pair, error) {
	if options == nil {
		return nil, errNoOptions
	}
	pairs := options.pairs()
	return pairs, refuseMisspelt(options.endpoint(), pairs, more...)
}

func (c *Client) post(ctx context.Context, body map[string]any, header map[string]string) (*answer, error) {
	what := "the render"
	if target, ok := body["url"].(string); ok && target != "" {
		what += " of " + shown(target)
	}
	times := []Pair{{"delay", body["delay"]}, {"preset", body["preset"]}}
	r := c.render(request{method: "POST", path: "/v1/renders", header: header, what: what}, times)
	return c.exchange(ctx, r, body)
}

// object is JSON of pairs.
func object(pairs []Pair) map[string]any {
	members := map[string]any{}
	for _, pair := range given(pairs) {
		members[pair.Name] = pair.Value
	}
	return members
}

// given leaves out empty texts, as a query does.
func given(pairs []Pair) []Pair {
	return slices.DeleteFunc(slices.Clone(pairs), func(pair Pair) bool { return pair.Value == nil || pair.Value == "" })
}

// shareOptions puts options of the page beside the list, where the service
// takes them. Options of one output stay in its entry of the list.
func shareOptions(outputs []Options) (shared map[string]any, list []map[string]any, err error) {
	shared = map[string]any{}
	for _, options := range outputs {
		pairs, err := pairsOf(options)
		if err != nil {
			return nil, nil, err
		}
		own := map[string]any{"endpoint": options.endpoint()}
		for _, pair := range given(pairs) {
			if !isPageOption(pair.Name) {
				own[pair.Name] = pair.Value
				continue
			}
			if other, exists := shared[pair.Name]; exists && !reflect.DeepEqual(other, pair.Value) {
				return nil, nil, fmt.Errorf("tintype: the outputs share one page, but have %v and %v as %s: give it once", other, pair.Value, pair.Name)
			}
			shared[pair.Name] = pair.Value
		}
		list = append(list, own)
	}
	return shared, list, nil
}
