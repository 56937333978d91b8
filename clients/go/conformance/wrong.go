package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"

	tintype "tintype.dev/client"
)

// wrong makes a request that fails as expected.
func (w *walker) wrong(ctx context.Context, each wrong) error {
	err := w.mistake(ctx, each)
	var refusal *tintype.Error
	if !errors.As(err, &refusal) {
		return fmt.Errorf("no error of the service, but %v", err)
	}
	if !errors.Is(err, each.Code) || refusal.Status != each.Status || refusal.RequestID == "" {
		return fmt.Errorf("got %v, want %s, %d and a request id", err, each.Code, each.Status)
	}
	return nil
}

func (w *walker) mistake(ctx context.Context, each wrong) error {
	switch each.Call {
	case "fetch", "fetch-v2":
		return w.wrongFetch(ctx, each)
	case "post":
		html, _ := each.Body["html"].(string)
		_, err := w.client.Render(ctx, tintype.Source{HTML: html}, &tintype.ImageOptions{Extra: without(each.Body, "endpoint", "html")})
		return err
	case "get-session":
		_, err := w.client.GetSession(ctx, each.ID)
		return err
	case "act-after-close":
		page, err := w.client.ListSessions(ctx, &tintype.ListSessionsOptions{Status: "closed", Limit: 1})
		if err != nil {
			return err
		}
		return w.client.ExecuteAction(ctx, page.Sessions[0].ID, each.Action, each.Payload, nil)
	case "submit-batch":
		_, err := w.client.SubmitBatch(ctx, each.Endpoint, each.Items, nil)
		return err
	case "create-abandoned":
		return w.createAbandoned(ctx)
	default:
		return fmt.Errorf("this program has no line for the call %s", each.Call)
	}
}

// newKey is an idempotency key for one create.
func newKey() string {
	key := make([]byte, 16)
	_, _ = rand.Read(key)
	return hex.EncodeToString(key)
}

func (w *walker) createAbandoned(ctx context.Context) error {
	key := newKey()
	abandoned, err := w.client.AbandonSession(ctx, key)
	if err != nil || abandoned != nil {
		return fmt.Errorf("%v is abandoned, %v", abandoned, err)
	}
	_, err = w.client.CreateSession(ctx, &tintype.SessionOptions{IdempotencyKey: key})
	return err
}

func (w *walker) wrongFetch(ctx context.Context, each wrong) error {
	client, err := tintype.New(cmp.Or(each.Key, os.Getenv("TINTYPE_KEY")), cmp.Or(each.Secret, os.Getenv("TINTYPE_SECRET")))
	if err != nil {
		return err
	}
	target := each.URL
	if target == "" {
		target = w.page(each.Page)
	}
	_, err = client.Fetch(ctx, each.Endpoint, target, pairs(each.Options))
	return err
}
