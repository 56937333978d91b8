package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"

	tintype "tintype.dev/client"
)

type batchWalk struct {
	Endpoint tintype.Endpoint
	Items    []struct {
		Page    string
		Options map[string]any
	}
	Accepted, Ended, Notification expectations
}

func (w *walker) batch(ctx context.Context) error {
	var items []tintype.BatchItem
	for _, item := range w.Batch.Items {
		items = append(items, tintype.BatchItem{URL: w.page(item.Page), Options: &tintype.ImageOptions{Extra: pairs(item.Options)}})
	}
	how := &tintype.BatchOptions{NotificationURI: os.Getenv("RECEIVER_URL") + "/hook"}
	batch, err := w.client.SubmitBatch(ctx, w.Batch.Endpoint, items, how)
	if err != nil {
		return err
	}
	if err := w.Batch.Accepted.check(map[string]any{"status": batch.Status, "total": batch.Total}); err != nil {
		return err
	}
	state, err := batch.Wait(ctx)
	if err != nil {
		return err
	}
	if err := w.Batch.Ended.check(state); err != nil {
		return err
	}
	if err := w.listed(ctx, batch.ID); err != nil {
		return err
	}
	return w.delivery(batch.ID)
}

func (w *walker) listed(ctx context.Context, id string) error {
	for state, err := range w.client.Batches(ctx) {
		if err != nil || state.ID == id {
			return err
		}
	}
	return errors.New("not listed")
}

func (w *walker) delivery(id string) error {
	answer, err := http.Get(os.Getenv("RECEIVER_URL") + "/deliveries/" + id)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	var delivery struct {
		Headers map[string]string
		Body    string
	}
	if err := json.NewDecoder(answer.Body).Decode(&delivery); err != nil {
		return err
	}
	header := http.Header{}
	for name, value := range delivery.Headers {
		header.Set(name, value)
	}
	signature := header.Get(tintype.SignatureHeader)
	notification, err := w.client.VerifyWebhook(signature, []byte(delivery.Body))
	if err != nil {
		return err
	}
	if _, err := w.client.VerifyWebhook(signature, []byte(delivery.Body+" ")); !errors.Is(err, tintype.ErrWebhook) {
		return fmt.Errorf("a changed body gives %v", err)
	}
	if _, err := tintype.VerifyWebhook(signature, []byte(delivery.Body), "another secret"); !errors.Is(err, tintype.ErrWebhook) {
		return fmt.Errorf("another secret gives %v", err)
	}
	return w.Batch.Notification.check(notification)
}
