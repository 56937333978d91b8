package tintype

import (
	"context"
	"fmt"
	"mime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// File is a result with its bytes.
type File struct {
	Answer
	// Body has the bytes. It is empty with the option s3Redirect: see Location.
	Body []byte
	// ContentType is the type of Body, such as "image/png".
	ContentType string
	// Name is the file name that the service proposes.
	Name string
	// Location is the object in the account's storage, with the option s3Redirect.
	Location string
}

// Answer is what each result has beside its bytes: cost, warnings and the like.
type Answer struct {
	// Warnings say what the result lacks, such as a wait that was given up.
	Warnings []string
	// Credits is the cost of this answer.
	Credits int
	// Cache is "HIT" (stored before), "MISS" (rendered for this request) or
	// "COALESCED" (rendered for an identical request).
	Cache string
	// TargetStatus is the HTTP status of the page. 404 and 500 are no errors.
	TargetStatus int
	// FileURL is a link to the result, for anybody who has it.
	FileURL string
	// ETag identifies the bytes.
	ETag string
	// RequestID names the request in the logs of the service.
	RequestID string
}

// Cached reports whether the result was stored before.
func (a Answer) Cached() bool { return a.Cache == "HIT" }

// Page is the content of a page.
type Page struct {
	Answer      `json:"-"`
	HTML        string `json:"html"`
	TextContent string `json:"textContent"`
	Markdown    string `json:"markdown"`
}

// PageMetadata is what a page says about itself. What it lacks is empty.
type PageMetadata struct {
	Answer      `json:"-"`
	Author      string `json:"author"`
	Audio       string `json:"audio"`
	Date        string `json:"date"`
	Description string `json:"description"`
	Feed        string `json:"feed"`
	Iframe      string `json:"iframe"`
	Image       string `json:"image"`
	Lang        string `json:"lang"`
	Logo        string `json:"logo"`
	Publisher   string `json:"publisher"`
	Title       string `json:"title"`
	URL         string `json:"url"`
	Video       string `json:"video"`
}

// FetchImage takes a picture of target.
func (c *Client) FetchImage(ctx context.Context, target string, options *ImageOptions) (*File, error) {
	return c.Fetch(ctx, EndpointImage, target, options.pairs())
}

// FetchPDF prints target.
func (c *Client) FetchPDF(ctx context.Context, target string, options *PDFOptions) (*File, error) {
	return c.Fetch(ctx, EndpointPDF, target, options.pairs())
}

// FetchAnimated records target: a GIF, or a film with the option Type.
func (c *Client) FetchAnimated(ctx context.Context, target string, options *AnimatedOptions) (*File, error) {
	return c.Fetch(ctx, EndpointAnimated, target, options.pairs())
}

// FetchContent reads target as HTML, text and Markdown.
func (c *Client) FetchContent(ctx context.Context, target string, options *ContentOptions) (*Page, error) {
	file, err := c.Fetch(ctx, EndpointContent, target, options.pairs())
	if err != nil {
		return nil, err
	}
	page := &Page{}
	if err := (&answer{body: file.Body}).into(page); err != nil {
		return nil, err
	}
	page.Answer = file.Answer
	return page, nil
}

// FetchMetadata reads title, author, date and the like of target.
func (c *Client) FetchMetadata(ctx context.Context, target string, options *MetadataOptions) (*PageMetadata, error) {
	file, err := c.Fetch(ctx, EndpointMetadata, target, options.pairs())
	if err != nil {
		return nil, err
	}
	var body struct{ Metadata *PageMetadata }
	if err := (&answer{body: file.Body}).into(&body); err != nil {
		return nil, err
	}
	if body.Metadata == nil {
		body.Metadata = &PageMetadata{}
	}
	body.Metadata.Answer = file.Answer
	return body.Metadata, nil
}

// Fetch gets a result of any endpoint, with options by name as for [Client.BuildURL].
// It signs with version 2.
func (c *Client) Fetch(ctx context.Context, endpoint Endpoint, target string, options []Pair) (*File, error) {
	path, err := c.signedPath(endpoint, target, options, urlSettings{v2: true})
	if err != nil {
		return nil, err
	}
	answer, err := c.send(ctx, c.render(request{
		method: "GET", path: path, what: fmt.Sprintf("the %s of %s", endpoint, shown(target)),
	}, options))
	if err != nil {
		return nil, err
	}
	return fileOf(answer), nil
}

// longestDelay is the largest option delay. A preset may have it.
const longestDelay = 60 * time.Second

// render adds host and time limit of a request that renders.
func (c *Client) render(r request, options []Pair) request {
	if c.useEdge {
		r.base, r.timeout = c.edge, edgeTime+onTheWay
		return r
	}
	delay, isSet := seconds(options, "delay")
	if !isSet && slices.ContainsFunc(given(options), func(pair Pair) bool { return pair.Name == "preset" }) {
		delay = longestDelay
	}
	r.timeout = requestTime + delay + onTheWay
	return r
}

func fileOf(answer *answer) *File {
	header := answer.header
	file := &File{
		Body:        answer.body,
		ContentType: header.Get("Content-Type"),
		Location:    header.Get("Location"),
		Answer: Answer{
			Credits:      number(header.Get("X-Credits-Charged")),
			Cache:        header.Get("X-Cache"),
			TargetStatus: number(header.Get("X-Target-Status")),
			FileURL:      header.Get("X-File-Url"),
			ETag:         header.Get("ETag"),
			RequestID:    header.Get("X-Request-Id"),
		},
	}
	if warnings := header.Get("X-Warnings"); warnings != "" {
		file.Warnings = strings.Split(warnings, " | ")
	}
	if _, parameters, err := mime.ParseMediaType(header.Get("Content-Disposition")); err == nil {
		file.Name = parameters["filename"]
	}
	return file
}

func number(text string) int {
	value, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return value
}
