package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	tintype "tintype.dev/client"
)

type sessionWalk struct {
	Create  tintype.SessionOptions
	Actions []struct {
		Action, Page string
		Payload      map[string]any
		Expect       expectations
	}
	Live       struct{ Control bool }
	LiveExpect expectations
	Ended      expectations
}

func (w *walker) session(ctx context.Context) error {
	w.Session.Create.IdempotencyKey = newKey()
	id, err := w.actions(ctx)
	if err != nil {
		return err
	}
	info, err := w.client.GetSession(ctx, id)
	if err != nil {
		return err
	}
	abandoned, err := w.client.AbandonSession(ctx, w.Session.Create.IdempotencyKey)
	if err != nil {
		return err
	}
	if abandoned == nil || abandoned.ID != id {
		return fmt.Errorf("%v is abandoned", abandoned)
	}
	return errors.Join(w.Session.Ended.check(info), w.Session.Ended.check(abandoned))
}

// actions runs the actions and makes a live link. The deferred Close ends the session.
func (w *walker) actions(ctx context.Context) (id string, err error) {
	session, err := w.client.CreateSession(ctx, &w.Session.Create)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, session.Close()) }()
	for _, each := range w.Session.Actions {
		if each.Page != "" {
			each.Payload["url"] = w.page(each.Page)
		}
		answer, err := act(ctx, session, each.Action, each.Payload)
		if err == nil {
			err = each.Expect.check(answer)
		}
		if err != nil {
			return "", fmt.Errorf("%s: %w", each.Action, err)
		}
	}
	link, err := session.Live(ctx, w.Session.Live.Control)
	if err == nil {
		err = w.Session.LiveExpect.check(link)
	}
	return session.ID, err
}

// act runs an action by its typed method.
func act(ctx context.Context, session *tintype.Session, name string, payload map[string]any) (any, error) {
	switch name {
	case "goto":
		return typed(ctx, payload, session.Goto)
	case "title":
		return typed(ctx, payload, session.Title)
	case "fill":
		return typed(ctx, payload, session.Fill)
	case "select":
		return typed(ctx, payload, session.Select)
	case "check":
		return typed(ctx, payload, session.Check)
	case "click":
		return typed(ctx, payload, session.Click)
	case "wait_for_selector":
		return typed(ctx, payload, session.WaitForSelector)
	case "query":
		return typed(ctx, payload, session.Query)
	case "content":
		return typed(ctx, payload, session.Content)
	case "screenshot":
		return typed(ctx, payload, session.Screenshot)
	case "save_profile":
		return typed(ctx, payload, session.SaveProfile)
	default:
		return nil, errors.New("this program has no line for the action")
	}
}

func typed[A, R any](ctx context.Context, payload map[string]any, method func(context.Context, A) (R, error)) (any, error) {
	data, err := json.Marshal(payload)
	if err != nil {
		return nil, err
	}
	var action A
	if err := json.Unmarshal(data, &action); err != nil {
		return nil, err
	}
	return method(ctx, action)
}
