package tintype

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// serve starts a server that plays the service, for what the real one does not do on demand.
func serve(t *testing.T, handler http.HandlerFunc, options ...Option) *Client {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", "req_1") // as each answer of the service
		handler(w, r)
	}))
	t.Cleanup(server.Close)
	client, err := New("key", "test", append([]Option{WithBaseURL(server.URL + "/"), WithEdgeURL("https://edge.example")}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func refuse(w http.ResponseWriter, status int, code, retryAfter string) {
	w.Header().Set("X-Request-Id", "req_1")
	if retryAfter != "" {
		w.Header().Set("Retry-After", retryAfter)
	}
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"success":false,"error":"No.","code":%q,"requestId":"req_1","activeSessionCount":5}`, code)
}

func TestLostCreate(t *testing.T) {
	type sent struct{ line, key string }
	requests := make(chan sent, 3)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // or the server does not see that the client leaves
		requests <- sent{r.Method + " " + r.URL.Path, r.Header.Get("Idempotency-Key")}
		if r.Method == "POST" {
			cancel()
			<-r.Context().Done()
			return
		}
		io.WriteString(w, `{"success":true,"session":null}`)
	})
	if _, err := client.CreateSession(ctx, &SessionOptions{CDP: true}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	next := func() (got sent) {
		select {
		case got = <-requests:
		case <-time.After(10 * time.Second):
			t.Fatal("the create is not abandoned")
		}
		return got
	}
	create := next()
	if got, want := next(), (sent{"DELETE /v1/sessions", create.key}); got != want || create.key == "" {
		t.Errorf("%v is abandoned by %v", create, got)
	}
}

// TestKeptCreate looks at the hook of a create: a DELETE in the background might come
// after the test.
func TestKeptCreate(t *testing.T) {
	ended, end := context.WithCancel(context.Background())
	end()
	client := serve(t, func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) })
	if client.createRequest(&SessionOptions{}).lost == nil || client.createRequest(&SessionOptions{IdempotencyKey: "mine"}).lost != nil {
		t.Error("only a create without a key of the caller is abandoned")
	}
	// Before a request is sent, there is nothing to abandon.
	for ctx, want := range map[context.Context]int{ended: 0, context.Background(): 1} {
		if got := lostCalls(ctx, client); got != want {
			t.Errorf("%d calls, not %d", got, want)
		}
	}
}

func TestCreateAnsweredByAProxy(t *testing.T) {
	for _, each := range []struct{ status, want int }{{502, 1}, {200, 1}, {500, 0}} {
		client := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if each.want == 0 {
				refuse(w, each.status, "internal", "")
				return
			}
			w.WriteHeader(each.status)
			io.WriteString(w, "<html>Bad gateway</html>")
		})
		if got := lostCalls(context.Background(), client); got != each.want {
			t.Errorf("%d: %d calls, not %d", each.status, got, each.want)
		}
	}
}

// lostCalls counts the calls of the hook of a create that fails.
func lostCalls(ctx context.Context, client *Client) (calls int) {
	var created struct{}
	r := request{method: "POST", path: "/v1/sessions", lost: func() { calls++ }}
	if client.call(ctx, r, nil, &created) == nil {
		return -1
	}
	return calls
}

func TestURLs(t *testing.T) {
	client := serve(t, nil, WithBaseURL("https://api.example/"))
	page := "https://example.com/"
	for want, build := range map[string]func() (string, error){
		"https://api.example/key/" + SignV1("test", "url=https%3A%2F%2Fexample.com%2F&full=true") + "/image?url=https%3A%2F%2Fexample.com%2F&full=true": func() (string, error) {
			return client.BuildImageURL(page, &ImageOptions{Full: true})
		},
		"https://api.example/v2/key/" + SignV2("test", "pdf", "url=https%3A%2F%2Fexample.com%2F") + "/pdf?url=https%3A%2F%2Fexample.com%2F": func() (string, error) {
			return client.BuildPDFURL(page, nil, V2())
		},
		"https://api.example/v2/key/" + SignV2("test", "content", "url=https%3A%2F%2Fexample.com%2F&expires=4102444800") + "/content?url=https%3A%2F%2Fexample.com%2F&expires=4102444800": func() (string, error) {
			return client.BuildContentURL(page, nil, ExpiresAt(time.Unix(4102444800, 0)))
		},
		"https://edge.example/key/" + SignV1("test", "url=https%3A%2F%2Fexample.com%2F") + "/animated?url=https%3A%2F%2Fexample.com%2F": func() (string, error) {
			return client.BuildAnimatedURL(page, nil, Edge())
		},
	} {
		if got, err := build(); err != nil || got != want {
			t.Errorf("got  %s (%v)\nwant %s", got, err, want)
		}
	}
	for want, end := range map[string]URLOption{
		"2001-09-09T01:46:40Z is not in the future": ExpiresAt(time.Unix(1000000000, 0)),
		"is not in the future":                      ExpiresIn(-time.Minute),
		"looks like milliseconds":                   ExpiresAt(time.Unix(4102444800000, 0)),
	} {
		if _, err := client.BuildImageURL(page, nil, end); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say: %s", err, want)
		}
	}
	if _, err := client.BuildMetadataURL("", nil); err == nil {
		t.Error("an empty URL is taken")
	}
}

func TestNewNamesWhatIsWrong(t *testing.T) {
	for _, name := range []string{"TINTYPE_KEY", "TINTYPE_SECRET", "TINTYPE_URL", "TINTYPE_EDGE_URL"} {
		t.Setenv(name, "")
	}
	for want, make := range map[string]func() (*Client, error){
		"TINTYPE_KEY":      func() (*Client, error) { return New("", "secret") },
		"TINTYPE_SECRET":   func() (*Client, error) { return New("key", "") },
		"base URL":         func() (*Client, error) { return New("key", "secret", WithBaseURL("localhost:8080")) },
		"no user":          func() (*Client, error) { return New("key", "secret", WithBaseURL("http://ada:b@shots.example")) },
		"TINTYPE_EDGE_URL": func() (*Client, error) { return New("key", "secret", WithEdge()) },
	} {
		if _, err := make(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not name %s", err, want)
		}
	}
	t.Setenv("TINTYPE_KEY", "env")
	t.Setenv("TINTYPE_SECRET", "hidden")
	client, err := New("", "")
	if err != nil || client.Key() != "env" {
		t.Errorf("the environment gives %v (%v)", client, err)
	}
	for _, half := range [][2]string{{"other", ""}, {"", "other"}} {
		if _, err := New(half[0], half[1]); err == nil || !strings.Contains(err.Error(), "of another pair") {
			t.Errorf("%q with half of the environment: %v", half, err)
		}
	}
}

func TestNothingPrintsTheSecret(t *testing.T) {
	const secret = "hidden-secret"
	client, err := New("key", secret)
	if err != nil {
		t.Fatal(err)
	}
	token := base64.StdEncoding.EncodeToString([]byte("key:" + secret))
	session := &Session{ID: "sess_1", ConnectURL: secret, client: client}
	made := NewSecret{ID: "sec_1", hidden: func() (string, string) { return secret, secret }}
	storage := StorageSettings{Secret: secret}
	info := SessionInfo{ID: "sess_1", ConnectURL: secret}
	if text := info.String(); !strings.Contains(text, "ID:sess_1") || !strings.Contains(text, "ConnectURL:(hidden)") {
		t.Errorf("got %s", text)
	}
	_, failed := serve(t, nil, WithBaseURL("http://127.0.0.1:1")).FetchImage(context.Background(), "https://example.com/", &ImageOptions{HTTPAuth: "user:" + secret})
	for _, value := range []any{client, *client, session, &LiveLink{URL: secret}, LiveLink{URL: secret}, made, storage, failed, info, &SessionPage{Sessions: []SessionInfo{info}}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
			text := fmt.Sprintf(verb, value)
			if strings.Contains(text, secret) || strings.Contains(text, token) || strings.Contains(text, "httpAuth") {
				t.Errorf("%s of %T: %s", verb, value, text)
			}
		}
	}
}

func TestErrorsByCode(t *testing.T) {
	client := serve(t, func(w http.ResponseWriter, r *http.Request) { refuse(w, 429, "session_limit", "") })
	_, err := client.CreateSession(context.Background(), nil)
	var refusal *Error
	if !errors.As(err, &refusal) || !errors.Is(err, CodeSessionLimit) || errors.Is(err, CodeTimeout) {
		t.Fatalf("got %v", err)
	}
	if refusal.Status != 429 || refusal.RequestID != "req_1" || refusal.Details["activeSessionCount"] != 5.0 || !refusal.Retryable() {
		t.Errorf("got %+v", refusal)
	}
	if refusal.Error() != "tintype: No. (session_limit, 429, req_1)" {
		t.Errorf("got %s", refusal)
	}
	refusal.Message = "The account has no storage configured. Set one with PUT /v1/account/storage."
	if !strings.Contains(refusal.Error(), "Set one with Account.PutStorage. (") {
		t.Errorf("got %s", refusal)
	}
	refusal.Code, refusal.Message = CodeInvalidCredentials, "Wrong: send `Authorization`."
	if !strings.Contains(refusal.Error(), "does not know this API key with this secret; check the key") {
		t.Errorf("got %s", refusal)
	}
	refusal.Details = map[string]any{"requiredScope": "manage"}
	if !strings.Contains(refusal.Error(), refusal.Message) {
		t.Errorf("got %s", refusal)
	}
	refusal.Code, refusal.Message = CodeInvalidHash, "No."
	if refusal.Error() != "tintype: No; check the key and the secret of this client (invalid_hash, 429, req_1)" {
		t.Errorf("got %s", refusal)
	}
}

func TestRetryable(t *testing.T) {
	for e, want := range map[*Error]bool{
		{Code: CodeOverloaded, Status: 503}: true, {Code: CodeBandwidthExceeded, Status: 429}: true,
		{Code: CodeInternal, Status: 500}: false, {Code: CodeTargetDNS, Status: 502}: false, {Code: CodeTimeout, Status: 504}: false,
		{Status: 503}: true, {Status: 502}: false, {Code: "newer", Status: 429}: true,
	} {
		if e.Retryable() != want {
			t.Errorf("%s %d: %t", e.Code, e.Status, !want)
		}
	}
}

// afterAnswers is called when an answer was read.
type afterAnswers func()

func (f afterAnswers) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err == nil {
		answer.Body = closing{answer.Body, f}
	}
	return answer, err
}

type closing struct {
	io.ReadCloser
	then func()
}

func (c closing) Close() error {
	defer c.then()
	return c.ReadCloser.Close()
}

func TestACancelDuringTheWaitForARepeat(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		refuse(w, 429, "rate_limited", "20")
	}, WithHTTPClient(&http.Client{Transport: afterAnswers(cancel)}))
	err := fetch(ctx, client)
	var refusal *Error
	if !errors.Is(err, context.Canceled) || !errors.As(err, &refusal) || !errors.Is(err, CodeRateLimited) {
		t.Errorf("got %v", err)
	}
	want := "tintype: No. (rate_limited, 429, req_1); the wait for a repeat ended: context canceled"
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

func TestTheTimeOfARender(t *testing.T) {
	client := &Client{}
	for _, c := range []struct {
		options []Pair
		want    time.Duration
	}{
		{nil, 70}, {[]Pair{{"delay", 5.0}}, 75}, {[]Pair{{"delay", 0}, {"preset", "a"}}, 70}, {[]Pair{{"preset", ""}}, 70},
		{[]Pair{{"preset", "a"}}, 130}, {[]Pair{{"preset", "a"}, {"delay", "5"}}, 75}, {[]Pair{{"delay", nil}, {"preset", "a"}}, 130},
		{[]Pair{{"delay", "NaN"}}, 70},
	} {
		if got := client.render(request{}, c.options).timeout; got != c.want*time.Second {
			t.Errorf("%v: got %s, want %d s", c.options, got, c.want)
		}
	}
}

func TestALongRetryAfter(t *testing.T) {
	client := serve(t, func(w http.ResponseWriter, r *http.Request) { refuse(w, 429, "rate_limited", "9223372037") }, WithTimeout(time.Second))
	var refusal *Error
	if err := fetch(context.Background(), client); !errors.As(err, &refusal) || refusal.RetryAfter != maxRetryAfter*time.Second {
		t.Errorf("got %v, %v", err, refusal)
	}
}

func TestAllBatches(t *testing.T) {
	var paths []string
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		paths = append(paths, r.URL.String())
		if r.Header.Get("x-req-signature") != sign("test", "/batch/key") {
			t.Error("the signature is wrong")
		}
		next := `"c/2"`
		if len(paths) == 2 {
			next = "null"
		}
		fmt.Fprintf(w, `{"batches":[{"batchId":"batch_%d"}],"nextCursor":%s}`, len(paths), next)
	})
	var ids []string
	for state, err := range client.Batches(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, state.ID)
	}
	if fmt.Sprint(ids, paths) != "[batch_1 batch_2] [/batch/key?limit=100 /batch/key?cursor=c%2F2&limit=100]" {
		t.Errorf("got %v %v", ids, paths)
	}
}

func TestAnAnswerOfAProxy(t *testing.T) {
	client := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Error(w, "<html>", 502) })
	_, err := client.FetchPDF(context.Background(), "https://example.com/", nil)
	var refusal *Error
	if !errors.As(err, &refusal) || refusal.Code != "" || refusal.Status != 502 {
		t.Errorf("got %v", err)
	}
}

func TestAnotherServer(t *testing.T) {
	for _, kind := range []string{"text/html; charset=utf-8", "application/json"} {
		for _, status := range []int{200, 404} {
			client := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Del("X-Request-Id")
				w.Header().Set("Content-Type", kind)
				w.WriteHeader(status)
				io.WriteString(w, `{"message":"<h1>Hello"}`)
			})
			want := "tintype: the answer of " + client.base + " is not one of Tintype; check the base URL"
			if err := fetch(context.Background(), client); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%d %s: got %v", status, kind, err)
			}
		}
	}
}

func TestRetries(t *testing.T) {
	for name, c := range map[string]struct {
		status     int
		retryAfter string
		options    []Option
		call       func(context.Context, *Client) error
		want       int32
	}{
		"429 with Retry-After":    {429, "1", nil, fetch, 2},
		"503 with Retry-After":    {503, "1", nil, fetch, 2},
		"Retry-After: 0":          {503, "0", nil, fetch, 2},
		"without Retry-After":     {503, "", nil, fetch, 1},
		"another status":          {500, "1", nil, fetch, 1},
		"a wait beyond the bound": {429, "31", nil, fetch, 1},
		"turned off":              {429, "1", []Option{WithRetries(0, 0)}, fetch, 1},
		"429 of an action":        {429, "1", nil, act, 2},
		"503 of an action":        {503, "1", nil, act, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var count atomic.Int32
			client := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if count.Add(1) == 1 {
					refuse(w, c.status, "overloaded", c.retryAfter)
				} else {
					fmt.Fprint(w, "{}")
				}
			}, c.options...)
			err := c.call(context.Background(), client)
			if count.Load() != c.want || (err == nil) != (c.want == 2) {
				t.Errorf("%d attempts, %v; want %d attempts", count.Load(), err, c.want)
			}
		})
	}
}

func fetch(ctx context.Context, client *Client) error {
	_, err := client.FetchContent(ctx, "https://example.com/", nil)
	return err
}

func act(ctx context.Context, client *Client) error {
	_, err := client.Session("sess_1").Title(ctx, TitleAction{})
	return err
}

func TestARepeatedCreateHasOneIdempotencyKey(t *testing.T) {
	var keys []string
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		keys = append(keys, r.Header.Get("Idempotency-Key"))
		if len(keys) == 1 {
			refuse(w, 503, "unavailable", "1")
			return
		}
		fmt.Fprint(w, `{"sessionId":"sess_1","expiresAt":"2030-01-31T12:00:00.000Z"}`)
	})
	session, err := client.CreateSession(context.Background(), nil)
	if err != nil || session.ID != "sess_1" || session.ExpiresAt.Year() != 2030 {
		t.Fatalf("got %v (%v)", session, err)
	}
	if keys[0] == "" || keys[0] != keys[1] {
		t.Errorf("the keys are %v", keys)
	}
}

func TestALiveViewAndTheCloses(t *testing.T) {
	ctx := context.Background()
	var sent []string
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		sent = append(sent, strings.TrimSpace(r.Method+" "+r.URL.String()+" "+string(body)))
		fmt.Fprint(w, `{"url":"https://api.example/live#token","expiresAt":"2030-01-31T12:00:00.000Z","session":{"status":"closed"}}`)
	})
	session := client.Session("sess_1")
	link, err := session.Live(ctx, true)
	if err != nil || link.URL != "https://api.example/live#token" || link.ExpiresAt.Year() != 2030 {
		t.Errorf("got %v (%v)", link, err)
	}
	if info, err := session.CloseSaving(ctx, "my shop"); err != nil || info.Status != "closed" {
		t.Errorf("got %v (%v)", info, err)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	want := []string{
		`POST /v1/sessions/sess_1/live {"control":true}`,
		"DELETE /v1/sessions/sess_1?saveProfile=my+shop",
		"DELETE /v1/sessions/sess_1",
	}
	if !slices.Equal(sent, want) {
		t.Errorf("got  %q\nwant %q", sent, want)
	}
}

func TestCharges(t *testing.T) {
	var asked []string
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.String())
		fmt.Fprint(w, `{"charges":[{"id":"ch_1","kind":"render","at":"2030-01-31T12:00:00.000Z","endpoint":"pdf","seconds":null,"credits":1}],"nextCursor":null}`)
	})
	page, err := client.Account.ListCharges(context.Background(), 1, "c/1")
	if err != nil || page.NextCursor != "" || page.Charges[0].Endpoint != EndpointPDF || page.Charges[0].At.Year() != 2030 {
		t.Errorf("got %v (%v)", page, err)
	}
	if _, err := client.Account.ListCharges(context.Background(), 0, ""); err != nil {
		t.Error(err)
	}
	if want := []string{"/v1/account/charges?cursor=c%2F1&limit=1", "/v1/account/charges"}; !slices.Equal(asked, want) {
		t.Errorf("got %q, want %q", asked, want)
	}
}

func TestBearers(t *testing.T) {
	var sent []string
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		sent = append(sent, string(body))
		fmt.Fprint(w, `{"token":"bearer","secretId":"sec_1","secret":"made","scope":"use"}`)
	})
	if token, err := client.Account.Token(context.Background(), "own"); err != nil || token != "bearer" {
		t.Errorf("got %q (%v)", token, err)
	}
	made, err := client.Account.CreateToken(context.Background(), "ci", "use")
	if err != nil || made.Token() != "bearer" || made.Value() != "made" {
		t.Errorf("got %v (%v)", made, err)
	}
	if want := []string{`{"secret":"own"}`, `{"name":"ci","scope":"use"}`}; !slices.Equal(sent, want) {
		t.Errorf("got %q, want %q", sent, want)
	}
	if _, err := client.RenderLater(context.Background(), "https://example.com/", &ContentOptions{}, nil); err == nil {
		t.Error("a batch takes content")
	}
}

func TestTimeouts(t *testing.T) {
	release := make(chan struct{})
	client := serve(t, func(w http.ResponseWriter, r *http.Request) { <-release }, WithTimeout(50*time.Millisecond))
	defer close(release)
	var lost *ConnectionError
	if err := fetch(context.Background(), client); !errors.As(err, &lost) || !lost.Timeout() || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	} else if lost.What != "the content of https://example.com/" || !strings.Contains(err.Error(), lost.What+": no answer in time") {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := fetch(ctx, client); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestARedirectIsNotFollowed(t *testing.T) {
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", "https://bucket.example/a.png")
		w.WriteHeader(http.StatusFound)
	})
	file, err := client.FetchImage(context.Background(), "https://example.com/", &ImageOptions{S3Redirect: true})
	if err != nil || file.Location != "https://bucket.example/a.png" {
		t.Errorf("got %+v (%v)", file, err)
	}
}

func TestAFileWithItsAnswer(t *testing.T) {
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		for name, value := range map[string]string{
			"Content-Type": "image/png", "Content-Disposition": `inline; filename="_.png"; filename*=UTF-8''%C3%BC.png`,
			"X-Cache": "HIT", "X-Credits-Charged": "0", "X-Warnings": "One. | Two.", "X-Target-Status": "404",
			"X-File-Url": "http://a/files/t/n", "Etag": `"e"`, "X-Request-Id": "req_2",
		} {
			w.Header().Set(name, value)
		}
		fmt.Fprint(w, r.UserAgent())
	}, WithUserAgent("mine/1"))
	file, err := client.FetchImage(context.Background(), "https://example.com/", nil)
	if err != nil {
		t.Fatal(err)
	}
	want := Answer{[]string{"One.", "Two."}, 0, "HIT", 404, "http://a/files/t/n", `"e"`, "req_2"}
	if fmt.Sprint(file.Answer) != fmt.Sprint(want) || !file.Cached() || file.Name != "ü.png" || file.ContentType != "image/png" {
		t.Errorf("got %+v", file)
	}
	if string(file.Body) != "mine/1 tintype-go/"+Version {
		t.Errorf("the user agent is %s", file.Body)
	}
}

// bodyOf is the JSON of a call's request.
func bodyOf(t *testing.T, call func(*Client) error) (body map[string]any) {
	t.Helper()
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		if err := json.Unmarshal(data, &body); err != nil {
			t.Error(err)
		}
		fmt.Fprint(w, "{}")
	})
	if err := call(client); err != nil {
		t.Fatal(err)
	}
	return body
}

func TestBodiesRefuseNumbersThatAreNotFinite(t *testing.T) {
	client := serve(t, func(w http.ResponseWriter, r *http.Request) { t.Error("sent") })
	ctx, options := context.Background(), &ImageOptions{Delay: inf()}
	_, rendered := client.Render(ctx, Source{HTML: "a"}, options)
	_, batch := client.SubmitBatch(ctx, EndpointImage, []BatchItem{{URL: "x", Options: options}}, nil)
	_, moved := client.Session("sess_1").MoveMouse(ctx, MoveMouseAction{X: inf()})
	for _, err := range []error{rendered, batch, moved} {
		if err == nil || err.Error() != "tintype: the body of the request: json: unsupported value: +Inf" {
			t.Errorf("got %v", err)
		}
	}
}

func TestBodies(t *testing.T) {
	ctx := context.Background()
	for want, call := range map[string]func(*Client) error{
		`{"baseUrl":"https://a/","endpoint":"pdf","format":"A5","html":"Hello"}`: func(c *Client) error {
			_, err := c.Render(ctx, Source{HTML: "Hello", BaseURL: "https://a/"}, &PDFOptions{Format: "A5"})
			return err
		},
		`{"outputs":[{"endpoint":"image","full":true},{"endpoint":"pdf","format":"A6"}],"url":"https://a/","vw":300}`: func(c *Client) error {
			_, err := c.RenderOutputs(ctx, Source{URL: "https://a/"}, &ImageOptions{VW: 300, Full: true}, &PDFOptions{Format: "A6"})
			return err
		},
		`{"payload":{"actions":[{"payload":{"selector":"#a","value":""},"type":"fill"},{"payload":{},"type":"title"}],"stopOnError":false},"type":"batch"}`: func(c *Client) error {
			_, err := c.Session("sess_1").Batch(ctx, BatchAction{Actions: []Action{FillAction{Selector: "#a"}, TitleAction{}}, StopOnError: Ptr(false)})
			return err
		},
		`{"data":[{"options":{"file_name":"front","full":true},"url":"https://a/"},{"url":"https://b/"}],"notification_uri":"https://c/"}`: func(c *Client) error {
			items := []BatchItem{{URL: "https://a/", FileName: "front", Options: &ImageOptions{Full: true}}, {URL: "https://b/"}}
			_, err := c.SubmitBatch(ctx, EndpointImage, items, &BatchOptions{NotificationURI: "https://c/"})
			return err
		},
	} {
		if got, _ := json.Marshal(bodyOf(t, call)); string(got) != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	client := serve(t, nil)
	if _, err := client.RenderOutputs(ctx, Source{}, &ImageOptions{VW: 1}, &PDFOptions{VW: 2}); err == nil {
		t.Error("two widths of one page are taken")
	}
	if _, err := client.SubmitBatch(ctx, EndpointPDF, []BatchItem{{Options: &ImageOptions{}}}, nil); err == nil {
		t.Error("options of another endpoint are taken")
	}
}
