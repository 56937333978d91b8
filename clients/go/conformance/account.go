package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	tintype "tintype.dev/client"
)

type accountWalk struct {
	Secret struct{ Name, Scope string }
	Preset struct {
		Name    string
		Options map[string]any
	}
	Proxy, Profile                                          string
	PresetExpect, StorageExpect, ProxyExpect, ProfileExpect expectations
}

func (w *walker) account(ctx context.Context) error {
	account, err := w.client.Account.Get(ctx)
	if err != nil {
		return err
	}
	if account.APIKey != os.Getenv("TINTYPE_KEY") {
		return fmt.Errorf("the key is %s", account.APIKey)
	}
	days, err := w.client.Account.Usage(ctx, time.Time{}, time.Time{})
	if err != nil {
		return err
	}
	if len(days) == 0 {
		return errors.New("no day of usage")
	}
	state, err := w.client.Account.GetStorage(ctx)
	if err != nil {
		return err
	}
	return errors.Join(w.Account.StorageExpect.check(state), w.charges(ctx), w.secrets(ctx), w.presets(ctx), w.proxy(ctx), w.profiles(ctx))
}

func (w *walker) charges(ctx context.Context) error {
	page, err := w.client.Account.ListCharges(ctx, 1, "")
	for err == nil && len(page.Charges) == 0 && page.NextCursor != "" {
		page, err = w.client.Account.ListCharges(ctx, 1, page.NextCursor)
	}
	if err != nil {
		return err
	}
	if len(page.Charges) != 1 || page.Charges[0].Credits < 1 {
		return fmt.Errorf("a page of 1 charge has %v", page.Charges)
	}
	return nil
}

func (w *walker) proxy(ctx context.Context) error {
	if _, _, err := w.client.Account.PutProxy(ctx, w.Account.Proxy); err != nil {
		return err
	}
	proxy, err := w.client.Account.GetProxy(ctx)
	if err != nil {
		return err
	}
	if err := w.Account.ProxyExpect.check(proxy); err != nil {
		return err
	}
	if err := w.client.Account.DeleteProxy(ctx); err != nil {
		return err
	}
	left, err := w.client.Account.GetProxy(ctx)
	if left != nil {
		return errors.New("a proxy is left")
	}
	return err
}

func (w *walker) profiles(ctx context.Context) error {
	name := w.Account.Profile
	listed, err := w.client.Account.ListProfiles(ctx)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(listed, func(each tintype.Profile) bool { return each.Name == name }) {
		return errors.New("no saved login")
	}
	profile, err := w.client.Account.GetProfile(ctx, name)
	if err != nil {
		return err
	}
	return errors.Join(w.Account.ProfileExpect.check(profile), w.client.Account.DeleteProfile(ctx, name))
}

func (w *walker) secrets(ctx context.Context) error {
	made, err := w.client.Account.CreateSecret(ctx, w.Account.Secret.Name, w.Account.Secret.Scope)
	if err != nil {
		return err
	}
	if made.Value() == "" {
		return errors.New("the new secret has no value")
	}
	listed, err := w.client.Account.ListSecrets(ctx)
	if err != nil {
		return err
	}
	left, err := w.client.Account.DeleteSecret(ctx, made.ID)
	if err != nil {
		return err
	}
	if len(left) != len(listed)-1 {
		return fmt.Errorf("%d secrets are left of %d", len(left), len(listed))
	}
	return nil
}

func (w *walker) presets(ctx context.Context) error {
	name := w.Account.Preset.Name
	if _, _, err := w.client.Account.PutPreset(ctx, name, &tintype.ImageOptions{Extra: pairs(w.Account.Preset.Options)}); err != nil {
		return err
	}
	preset, err := w.client.Account.GetPreset(ctx, name)
	if err != nil {
		return err
	}
	return errors.Join(w.Account.PresetExpect.check(preset), w.client.Account.DeletePreset(ctx, name))
}
