package tintype

import (
	"context"
	"fmt"
	"iter"
	"net/url"
	"strconv"
	"time"
)

// BatchItem is one page of a batch.
type BatchItem struct {
	URL string
	// FileName names the object in the account's storage, without extension.
	FileName string
	// Options are [*ImageOptions] or [*PDFOptions], as the batch makes.
	Options Options
}

// BatchOptions are settings of a batch.
type BatchOptions struct {
	// NotificationURI gets a signed POST when all items have ended. See [Client.ReadWebhook].
	NotificationURI string
	// IdempotencyKey makes a submit that you repeat yourself answer the same
	// batch for 24 hours. Repeats by the Client have a random one.
	IdempotencyKey string
}

func (o *BatchOptions) notificationURI() string {
	if o == nil {
		return ""
	}
	return o.NotificationURI
}

func (o *BatchOptions) idempotencyKey() string {
	if o == nil {
		return randomKey()
	}
	return or(o.IdempotencyKey, randomKey())
}

// Batch is an accepted batch. It survives the end of every process of the service.
type Batch struct {
	ID string
	// Status is that of the answer to the submit: "queued". Empty for [Client.Batch].
	Status string
	Total  int
	// StatusURL is where [Client.GetBatch] reads.
	StatusURL string

	client *Client
}

// SubmitBatch submits pages to render into the account's storage. endpoint is
// [EndpointImage] or [EndpointPDF].
func (c *Client) SubmitBatch(ctx context.Context, endpoint Endpoint, items []BatchItem, options *BatchOptions) (*Batch, error) {
	if err := checkBatchEndpoint(endpoint); err != nil {
		return nil, err
	}
	body, err := batchBody(endpoint, items, options.notificationURI())
	if err != nil {
		return nil, err
	}
	answer, err := c.send(ctx, request{
		method: "POST",
		path:   "/batch-" + string(endpoint) + "/" + c.key,
		body:   body,
		header: map[string]string{
			"Content-Type":    "application/json",
			"Idempotency-Key": options.idempotencyKey(),
			"x-req-signature": sign(c.secret(), string(body)),
		},
	})
	if err != nil {
		return nil, err
	}
	return c.batchOf(answer)
}

func checkBatchEndpoint(endpoint Endpoint) error {
	if endpoint != EndpointImage && endpoint != EndpointPDF {
		return fmt.Errorf("tintype: a batch makes %s or %s, not %s", EndpointImage, EndpointPDF, endpoint)
	}
	return nil
}

func batchBody(endpoint Endpoint, items []BatchItem, notificationURI string) ([]byte, error) {
	type item struct {
		URL     string         `json:"url"`
		Options map[string]any `json:"options,omitempty"`
	}
	data := make([]item, 0, len(items))
	for number, each := range items {
		if each.URL == "" {
			return nil, fmt.Errorf("tintype: item %d of the batch has no URL", number)
		}
		var pairs []Pair
		if each.Options != nil {
			if made := each.Options.endpoint(); made != endpoint {
				return nil, fmt.Errorf("tintype: item %d has options of %s, but the batch makes %s", number, made, endpoint)
			}
			var err error
			if pairs, err = pairsOf(each.Options, "file_name"); err != nil {
				return nil, err
			}
		}
		data = append(data, item{each.URL, object(append(pairs, Pair{"file_name", each.FileName}))})
	}
	body := map[string]any{"data": data}
	if notificationURI != "" {
		body["notification_uri"] = notificationURI
	}
	return jsonOf(body)
}

func (c *Client) batchOf(answer *answer) (*Batch, error) {
	var accepted struct {
		BatchID   string
		Status    string
		Total     int
		StatusURL string
	}
	if err := answer.into(&accepted); err != nil {
		return nil, err
	}
	return &Batch{
		ID: accepted.BatchID, Status: accepted.Status, Total: accepted.Total, StatusURL: accepted.StatusURL, client: c,
	}, nil
}

// Batch is an accepted batch by its id. It sends nothing.
func (c *Client) Batch(id string) *Batch { return &Batch{ID: id, client: c} }

// GetBatch reads the state of a batch and a page of its items.
func (c *Client) GetBatch(ctx context.Context, id string, page *BatchPage) (*BatchState, error) {
	return c.batch(ctx, "GET", id, "", page)
}

// CancelBatch cancels what has not begun: those items end as "cancelled".
func (c *Client) CancelBatch(ctx context.Context, id string) (*BatchState, error) {
	return c.batch(ctx, "DELETE", id, "", nil)
}

// NotifyBatch sends the notification of a finished batch again.
func (c *Client) NotifyBatch(ctx context.Context, id string) (*BatchState, error) {
	return c.batch(ctx, "POST", id, "/notification", nil)
}

func (c *Client) batch(ctx context.Context, method, id, below string, page *BatchPage) (*BatchState, error) {
	if page == nil {
		page = &BatchPage{}
	}
	state := &BatchState{}
	return unless(c.signed(ctx, method, "/"+url.PathEscape(id)+below, *page, state), state)
}

// signed sends a request below the account's batches, and reads the answer into result.
func (c *Client) signed(ctx context.Context, method, below string, page BatchPage, result any) error {
	path := "/batch/" + c.key + below
	message := path
	if method != "GET" {
		message = method + " " + path
	}
	query := url.Values{}
	setIf(query, "cursor", page.Cursor)
	if page.Limit != 0 {
		query.Set("limit", strconv.Itoa(page.Limit))
	}
	answer, err := c.send(ctx, request{
		method: method,
		path:   withQuery(path, query),
		header: map[string]string{"x-req-signature": sign(c.secret(), message)},
		once:   method == "POST",
	})
	if err != nil {
		return err
	}
	return answer.into(result)
}

// ListBatches lists a page of the account's batches, the newest first.
func (c *Client) ListBatches(ctx context.Context, options *ListBatchesOptions) (*BatchList, error) {
	if options == nil {
		options = &ListBatchesOptions{}
	}
	list := &BatchList{}
	return unless(c.signed(ctx, "GET", "", BatchPage(*options), list), list)
}

// Batches iterates over all batches, the newest first, page by page. It ends
// after the first error.
func (c *Client) Batches(ctx context.Context) iter.Seq2[BatchState, error] {
	return func(yield func(BatchState, error) bool) {
		options := &ListBatchesOptions{Limit: 100}
		for {
			list, err := c.ListBatches(ctx, options)
			if err != nil {
				yield(BatchState{}, err)
				return
			}
			for _, state := range list.Batches {
				if !yield(state, nil) {
					return
				}
			}
			if options.Cursor = list.NextCursor; options.Cursor == "" {
				return
			}
		}
	}
}

// State reads the state of the batch, with its first item only.
func (b *Batch) State(ctx context.Context) (*BatchState, error) {
	return b.client.GetBatch(ctx, b.ID, &BatchPage{Limit: 1})
}

// Cancel is [Client.CancelBatch].
func (b *Batch) Cancel(ctx context.Context) (*BatchState, error) {
	return b.client.CancelBatch(ctx, b.ID)
}

// Wait asks for the state every second, later every five, until all items have
// ended. Its answer has all items. The context limits the wait.
func (b *Batch) Wait(ctx context.Context) (*BatchState, error) {
	for pause := time.Second; ; pause = min(pause+time.Second/2, 5*time.Second) {
		state, err := b.State(ctx)
		if err != nil {
			return nil, err
		}
		if state.Finished() {
			return b.whole(ctx)
		}
		if err := sleep(ctx, pause); err != nil {
			return state, fmt.Errorf("tintype: %s has %d of %d items left: %w", b.ID, state.Queued, state.Total, err)
		}
	}
}

func (b *Batch) whole(ctx context.Context) (*BatchState, error) {
	whole, err := b.client.GetBatch(ctx, b.ID, &BatchPage{Limit: 1000})
	for err == nil && whole.NextCursor != "" {
		var next *BatchState
		if next, err = b.client.GetBatch(ctx, b.ID, &BatchPage{Limit: 1000, Cursor: whole.NextCursor}); err == nil {
			whole.Items, whole.NextCursor = append(whole.Items, next.Items...), next.NextCursor
		}
	}
	return whole, err
}

// Items iterates over the items, page by page. It ends after the first error.
func (b *Batch) Items(ctx context.Context) iter.Seq2[BatchResult, error] {
	return func(yield func(BatchResult, error) bool) {
		page := &BatchPage{Limit: 100}
		for {
			state, err := b.client.GetBatch(ctx, b.ID, page)
			if err != nil {
				yield(BatchResult{}, err)
				return
			}
			for _, item := range state.Items {
				if !yield(item, nil) {
					return
				}
			}
			if page.Cursor = state.NextCursor; page.Cursor == "" {
				return
			}
		}
	}
}
