package tintype

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestAnIDIsOneSegment(t *testing.T) {
	var paths []string
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		paths = append(paths, r.RequestURI)
		io.WriteString(w, `{"session":{"id":"s"}}`)
	})
	ctx := context.Background()
	if _, err := client.GetSession(ctx, "a/b?c#d e"); err != nil || paths[0] != "/v1/sessions/a%2Fb%3Fc%23d%20e" {
		t.Errorf("got %v, %v", paths, err)
	}
	for _, id := range []string{"", ".", ".."} {
		_, get := client.GetSession(ctx, id)
		_, live := client.LiveSession(ctx, id, true)
		_, cancel := client.CancelBatch(ctx, id)
		_, again := client.NotifyBatch(ctx, id)
		_, preset := client.Account.GetPreset(ctx, id)
		_, profile := client.Account.GetProfile(ctx, id)
		_, secret := client.Account.DeleteSecret(ctx, id)
		calls := map[error]string{
			get: "session id", live: "session id", client.Session(id).Close(): "session id",
			client.ExecuteAction(ctx, id, "title", nil, nil): "session id", cancel: "batch id", again: "batch id",
			preset: "preset name", profile: "profile name", secret: "secret id",
		}
		for err, noun := range calls {
			rule := "pass"
			if strings.HasSuffix(noun, "name") {
				rule = "it has 1 to 64"
			}
			if err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("tintype: the %s is %q; %s", noun, id, rule)) {
				t.Errorf("%s %q: got %v", noun, id, err)
			}
		}
	}
	if len(paths) != 1 {
		t.Errorf("sent %v", paths)
	}
}

func TestAMisspeltOption(t *testing.T) {
	client := serve(t, func(w http.ResponseWriter, r *http.Request) { t.Error("sent") })
	for name, near := range map[string]string{"dark_mode": "darkMode", "qualty": "quality", "Full": "full"} {
		want := fmt.Sprintf("tintype: image has no option %q: did you mean %q?", name, near)
		options := &ImageOptions{Extra: []Pair{{name, true}}}
		_, built := client.BuildImageURL("https://example.com/", options)
		ctx, source := context.Background(), Source{HTML: "<p>"}
		_, batch := client.SubmitBatch(ctx, EndpointImage, []BatchItem{{URL: "x", Options: options}}, nil)
		_, rendered := client.Render(ctx, source, options)
		_, several := client.RenderOutputs(ctx, source, &PDFOptions{}, options)
		_, later := client.RenderLater(ctx, "https://example.com/", options, nil)
		_, _, preset := client.Account.PutPreset(ctx, "card", options)
		for call, err := range map[string]error{
			"build": built, "batch": batch, "render": rendered, "outputs": several, "later": later, "preset": preset,
		} {
			if err == nil || err.Error() != want {
				t.Errorf("%s: got %v", call, err)
			}
		}
	}
	if _, err := batchBody(EndpointImage, []BatchItem{{URL: "x"}, {}}, ""); err == nil || err.Error() != "tintype: item 1 of the batch has no URL" {
		t.Error(err)
	}
	if _, err := batchBody(EndpointImage, []BatchItem{{URL: "x", Options: &ImageOptions{Extra: []Pair{{"file_name", "a"}}}}}, ""); err != nil {
		t.Error(err)
	}
	if _, err := client.BuildImageURL("https://example.com/", &ImageOptions{Extra: []Pair{{"waitForUrl", "x"}, {"t", 1}}}); err != nil {
		t.Error(err)
	}
}
