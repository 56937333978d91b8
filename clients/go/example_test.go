package tintype_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"time"

	tintype "tintype.dev/client"
)

func setUp() (context.Context, *tintype.Client) {
	client, err := tintype.New("", "")
	if err != nil {
		log.Fatal(err)
	}
	return context.Background(), client
}

func ExampleClient_FetchImage() {
	ctx, client := setUp()

	picture, err := client.FetchImage(ctx, "https://example.com/", &tintype.ImageOptions{Full: true, DarkMode: true})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(picture.ContentType, picture.Credits, picture.Warnings)
	os.WriteFile("page.png", picture.Body, 0o644)
}

func ExampleClient_BuildImageURL() {
	_, client := setUp()

	address, err := client.BuildImageURL("https://example.com/", &tintype.ImageOptions{VW: 1200, VH: 630})
	forADay, err := client.BuildPDFURL("https://example.com/", nil, tintype.ExpiresIn(24*time.Hour))
	fmt.Println(address, forADay, err)

	newer := &tintype.ImageOptions{Full: true, Extra: []tintype.Pair{{Name: "campaign", Value: "spring"}}}
	withExtra, err := client.BuildImageURL("https://example.com/", newer)
	fmt.Println(withExtra, err)
}

func ExampleClient_FetchContent() {
	ctx, client := setUp()

	page, err := client.FetchContent(ctx, "https://example.com/", nil)
	if err != nil {
		log.Fatal(err)
	}
	metadata, err := client.FetchMetadata(ctx, "https://example.com/", nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(metadata.Title, metadata.Author, page.Markdown)
}

func ExampleClient_Render() {
	ctx, client := setUp()

	invoice := tintype.Source{HTML: "<!doctype html><title>Invoice 7</title><h1>Invoice 7</h1>"}
	pdf, err := client.Render(ctx, invoice, &tintype.PDFOptions{Format: "A5", PrintBackground: true})
	if err != nil {
		log.Fatal(err)
	}
	os.WriteFile("invoice.pdf", pdf.Body, 0o644)

	page := tintype.Source{URL: "https://example.com/"}
	report, err := client.RenderOutputs(ctx, page, &tintype.ImageOptions{VW: 800}, &tintype.PDFOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, output := range report.Results {
		fmt.Println(output.Endpoint, output.URL, output.Bytes)
	}
}

func ExampleClient_CreateSession() {
	ctx, client := setUp()

	session, err := client.CreateSession(ctx, &tintype.SessionOptions{MaxTTLSeconds: 300})
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()

	if _, err := session.Goto(ctx, tintype.GotoAction{URL: "https://example.com/"}); err != nil {
		log.Fatal(err)
	}
	heading, err := session.Query(ctx, tintype.QueryAction{Selector: "h1"})
	if err != nil {
		log.Fatal(err)
	}
	picture, err := session.Screenshot(ctx, tintype.ScreenshotAction{FullPage: true})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(heading.Elements[0].Text, len(picture.Body))
}

func ExampleSession_Batch() {
	ctx, client := setUp()
	session, err := client.CreateSession(ctx, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()

	answer, err := session.Batch(ctx, tintype.BatchAction{Actions: []tintype.Action{
		tintype.GotoAction{URL: "https://example.com/"},
		tintype.TitleAction{},
	}})
	if err != nil {
		log.Fatal(err)
	}
	var title tintype.TitleAnswer
	if err := answer.Results[1].Into(&title); err != nil {
		log.Fatal(err)
	}
	fmt.Println(title.Title)
}

func ExampleClient_SubmitBatch() {
	ctx, client := setUp()

	batch, err := client.SubmitBatch(ctx, tintype.EndpointImage, []tintype.BatchItem{
		{URL: "https://example.com/", FileName: "front", Options: &tintype.ImageOptions{Full: true}},
		{URL: "https://example.com/about"},
	}, nil)
	if err != nil {
		log.Fatal(err)
	}
	state, err := batch.Wait(ctx)
	if err != nil {
		log.Fatal(err)
	}
	for _, item := range state.Items {
		fmt.Println(item.Status, item.Location, item.Error)
	}
}

func ExampleClient_ReadWebhook() {
	_, client := setUp()

	http.HandleFunc("POST /hook", func(w http.ResponseWriter, r *http.Request) {
		notification, err := client.ReadWebhook(r)
		if err != nil {
			http.Error(w, "not genuine", http.StatusUnauthorized)
			return
		}
		log.Println(notification.BatchID, notification.Status)
	})

	fmt.Println("hook", deliver(`{"batchId":"batch_1","status":"completed"}`, ""), deliver(`{}`, " "))
}

// deliver sends a notification to the handler, with more after the body that was
// signed. It answers with the status.
func deliver(body, more string) int {
	now := strconv.FormatInt(time.Now().Unix(), 10)
	mac := hmac.New(sha256.New, []byte(os.Getenv("TINTYPE_SECRET")))
	mac.Write([]byte(now + "." + body))
	request := httptest.NewRequest("POST", "/hook", strings.NewReader(body+more))
	request.Header.Set(tintype.SignatureHeader, "t="+now+",v1="+hex.EncodeToString(mac.Sum(nil)))
	recorder := httptest.NewRecorder()
	http.DefaultServeMux.ServeHTTP(recorder, request)
	return recorder.Code
}

func ExampleError() {
	ctx, client := setUp()

	_, err := client.FetchImage(ctx, "ftp://example.com/", nil)
	var refusal *tintype.Error
	switch {
	case errors.Is(err, tintype.CodeInvalidURL):
		fmt.Println("correct the URL")
	case errors.As(err, &refusal) && refusal.Code != "":
		fmt.Println(refusal.Code, refusal.Status, refusal.RequestID)
	case err != nil:
		fmt.Println(err) // no answer, or one of another server
	}
}

func ExampleAccountService() {
	ctx, client := setUp()

	account, err := client.Account.Get(ctx)
	if err != nil {
		log.Fatal(err)
	}
	days, err := client.Account.Usage(ctx, time.Now().AddDate(0, 0, -7), time.Now())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(account.ID, account.Limits.ConcurrentSessions, len(days))
	card := &tintype.ImageOptions{VW: 1200, VH: 630, Type: "jpeg"}
	if _, _, err := client.Account.PutPreset(ctx, "card", card); err != nil { // the preset, and warnings
		log.Fatal(err)
	}
}
