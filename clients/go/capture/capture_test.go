package capture

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	tintype "tintype.dev/client"
)

func serve(t *testing.T, handler http.HandlerFunc) *Capture {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", "req_1") // as each answer of the service
		handler(w, r)
	}))
	t.Cleanup(server.Close)
	return New("key", "test", WithBaseURL(server.URL))
}

func TestURLsSortTheirOptions(t *testing.T) {
	c := New("key", "test", WithBaseURL("https://api.example"))
	got, err := c.BuildImageURL("https://example.com/", RequestOptions{"vw": 800, "full": true, "preset": nil})
	query := "url=https%3A%2F%2Fexample.com%2F&full=true&vw=800"
	if want := "https://api.example/key/" + tintype.SignV1("test", query) + "/image?" + query; err != nil || got != want {
		t.Errorf("got  %s (%v)\nwant %s", got, err, want)
	}
}

func TestSessions(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.Method + r.URL.Path {
		case "POST/v1/sessions":
			fmt.Fprint(w, `{"sessionId":"sess_1","expiresAt":"2030-01-31T12:00:00.000Z"}`)
		case "POST/v1/sessions/sess_1/actions":
			fmt.Fprint(w, `{"success":true,"title":"Order"}`)
		default:
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprint(w, `{"error":"No.","code":"session_not_found","requestId":"req_1"}`)
		}
	})
	created, err := c.CreateSession(&CreateSessionOptions{MaxTtlSeconds: 60})
	if err != nil || created["session"].(map[string]interface{})["id"] != "sess_1" || created["expiresAt"] != "2030-01-31T12:00:00.000Z" {
		t.Errorf("got %v (%v)", created, err)
	}
	if answer, err := c.ExecuteAction("sess_1", "title", nil); err != nil || answer["title"] != "Order" {
		t.Errorf("got %v (%v)", answer, err)
	}
	_, err = c.CloseSession("sess_2")
	var refusal *SessionsAPIError
	if !errors.As(err, &refusal) || refusal.StatusCode != 404 || refusal.Body["code"] != "session_not_found" || !errors.Is(err, tintype.CodeSessionNotFound) {
		t.Errorf("got %v", err)
	}
}

func TestContent(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, `{"success":true,"markdown":"# Hi"}`) })
	if content, err := c.FetchContent("https://example.com/", nil); err != nil || content.Markdown != "# Hi" || !content.Success {
		t.Errorf("got %+v (%v)", content, err)
	}
	if _, err := New("", "", WithBaseURL("nothing")).FetchImage("https://example.com/", nil); err == nil {
		t.Error("wrong settings are taken")
	}
}
