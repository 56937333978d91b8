// Package tintype is the client of Tintype, a service that captures web pages
// and drives browsers.
//
// A [Client] signs URLs of five endpoints (image, pdf, content, metadata,
// animated) and fetches their results. It renders HTML and Markdown, opens
// browser sessions, submits batches and manages the account:
//
//	client, err := tintype.New("", "") // TINTYPE_KEY, TINTYPE_SECRET, TINTYPE_URL
//	if err != nil {
//		return err
//	}
//	picture, err := client.FetchImage(ctx, "https://example.com/", &tintype.ImageOptions{Full: true})
//
// Errors of the service are [*Error] with a [Code]; a request without an answer
// fails with [*ConnectionError]:
//
//	if errors.Is(err, tintype.CodeTargetDNS) { … }
//
// A Client is safe for concurrent use. It needs no library beyond Go's own.
package tintype

// Version is the version of this package, as in its User-Agent.
const Version = "0.1.0"
