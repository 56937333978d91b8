package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	tintype "tintype.dev/client"
)

// signing checks each vector of contracts/vectors/signing.json.
func signing() error {
	data, err := os.ReadFile(filepath.Join(os.Getenv("VECTORS"), "signing.json"))
	if err != nil {
		return err
	}
	type vector struct {
		Name, Secret, Query, MD5, HMAC string
		Endpoint                       tintype.Endpoint
		Options                        [][2]json.RawMessage
	}
	var vectors struct{ V1, V2 []vector }
	if err := json.Unmarshal(data, &vectors); err != nil {
		return err
	}
	for _, v := range append(vectors.V1, vectors.V2...) {
		query, err := queryOf(v.Options)
		if v.Options != nil && (err != nil || query != v.Query) {
			return fmt.Errorf("%s: the query is %s (%v)", v.Name, query, err)
		}
		if v.MD5 != "" && tintype.SignV1(v.Secret, v.Query) != v.MD5 {
			return fmt.Errorf("%s: another MD5", v.Name)
		}
		if v.HMAC != "" && tintype.SignV2(v.Secret, v.Endpoint, v.Query) != v.HMAC {
			return fmt.Errorf("%s: another HMAC", v.Name)
		}
	}
	return nil
}

func queryOf(options [][2]json.RawMessage) (string, error) {
	var list []tintype.Pair
	for _, option := range options {
		var pair tintype.Pair
		if err := errors.Join(json.Unmarshal(option[0], &pair.Name), json.Unmarshal(option[1], &pair.Value)); err != nil {
			return "", err
		}
		if option[1][0] == '{' || option[1][0] == '[' && pair.Name == "cookies" {
			pair.Value = option[1] // keeps the order of its members
		}
		list = append(list, pair)
	}
	return tintype.Query(list...)
}

// fetched is what the walk expects of any result.
type fetched struct {
	Answer  tintype.Answer
	Content any
}

func (w *walker) fetch(ctx context.Context, r render) (fetched, error) {
	target, extra := w.page(r.Page), pairs(r.Options)
	switch r.Endpoint {
	case tintype.EndpointImage:
		return file(w.client.FetchImage(ctx, target, &tintype.ImageOptions{Extra: extra}))
	case tintype.EndpointPDF:
		return file(w.client.FetchPDF(ctx, target, &tintype.PDFOptions{Extra: extra}))
	case tintype.EndpointAnimated:
		return file(w.client.FetchAnimated(ctx, target, &tintype.AnimatedOptions{Extra: extra}))
	case tintype.EndpointContent:
		page, err := w.client.FetchContent(ctx, target, &tintype.ContentOptions{Extra: extra})
		if err != nil {
			return fetched{}, err
		}
		return fetched{page.Answer, page}, nil
	default:
		metadata, err := w.client.FetchMetadata(ctx, target, &tintype.MetadataOptions{Extra: extra})
		if err != nil {
			return fetched{}, err
		}
		return fetched{metadata.Answer, map[string]any{"metadata": metadata}}, nil
	}
}

func file(file *tintype.File, err error) (fetched, error) {
	if err != nil {
		return fetched{}, err
	}
	body := base64.StdEncoding.EncodeToString(file.Body)
	return fetched{file.Answer, map[string]any{"contentType": file.ContentType, "startsWith": body}}, nil
}

func (r render) fits(got fetched) error {
	expected := expectations{}
	for path, want := range r.Expect {
		if path == "startsWith" {
			want = map[string]any{"startsWith": want}
		}
		expected[path] = want
	}
	return expected.check(got.Content)
}

func (w *walker) render(ctx context.Context, r render) error {
	for attempt, credits := range []int{1, 0} {
		got, err := w.fetch(ctx, r)
		if err != nil {
			return err
		}
		if got.Answer.Credits != credits || got.Answer.Cached() != (attempt == 1) {
			return fmt.Errorf("fetch %d costs %d and is cached: %v", attempt+1, got.Answer.Credits, got.Answer.Cached())
		}
		if err := r.fits(got); err != nil {
			return err
		}
	}
	if r.Endpoint != tintype.EndpointImage {
		return nil
	}
	return errors.Join(w.plainGet(r), w.plainGet(r, tintype.ExpiresIn(time.Minute)))
}

// plainGet requests a signed URL without the library, whose fetches sign with version 2.
func (w *walker) plainGet(r render, how ...tintype.URLOption) error {
	address, err := w.client.BuildImageURL(w.page(r.Page), &tintype.ImageOptions{Extra: pairs(r.Options)}, how...)
	if err != nil {
		return err
	}
	answer, err := http.Get(address)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("a GET of the signed URL (v2: %t) answers %d", len(how) > 0, answer.StatusCode)
	}
	return nil
}

func (w *walker) post(ctx context.Context) error {
	body := w.Post.File.Body
	markdown, _ := body["markdown"].(string)
	made, err := file(w.client.Render(ctx, tintype.Source{Markdown: markdown}, &tintype.PDFOptions{Extra: without(body, "endpoint", "markdown")}))
	if err != nil {
		return err
	}
	if err := (render{Expect: w.Post.File.Expect}).fits(made); err != nil {
		return err
	}
	source := tintype.Source{URL: w.page(w.Post.Report.Page)}
	shared := without(w.Post.Report.Body, "outputs")
	report, err := w.client.RenderOutputs(ctx, source, &tintype.ImageOptions{Extra: shared}, &tintype.PDFOptions{Format: "A6"})
	if err != nil {
		return err
	}
	return w.Post.Report.Expect.check(report)
}

func without(body map[string]any, names ...string) []tintype.Pair {
	rest := map[string]any{}
	for name, value := range body {
		rest[name] = value
	}
	for _, name := range names {
		delete(rest, name)
	}
	return pairs(rest)
}
