package tintype

import (
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestWebhooks(t *testing.T) {
	now := time.Unix(1_900_000_000, 0)
	body := []byte(`{"event":"batch.completed","batchId":"batch_1","total":2}`)
	signed := func(at time.Time, secret string) string {
		return fmt.Sprintf("t=%d,v1=%s", at.Unix(), sign(secret, fmt.Sprintf("%d.%s", at.Unix(), body)))
	}
	for name, c := range map[string]struct {
		header    string
		body      []byte
		secrets   []string
		isGenuine bool
	}{
		"genuine":                {signed(now, "test"), body, []string{"test"}, true},
		"by the second secret":   {signed(now, "old"), body, []string{"test", "old"}, true},
		"another body":           {signed(now, "test"), []byte("{}"), []string{"test"}, false},
		"another secret":         {signed(now, "other"), body, []string{"test"}, false},
		"no secret":              {signed(now, ""), body, nil, false},
		"too old":                {signed(now.Add(-6*time.Minute), "test"), body, []string{"test"}, false},
		"from the future":        {signed(now.Add(6*time.Minute), "test"), body, []string{"test"}, false},
		"another time, same sum": {strings.Replace(signed(now, "test"), "t=19", "t=18", 1), body, []string{"test"}, false},
		"no header":              {"", body, []string{"test"}, false},
		"upper case":             {strings.ToUpper(signed(now, "test")), body, []string{"test"}, false},
	} {
		notification, err := verifyAt(now, c.header, c.body, c.secrets)
		if c.isGenuine != (err == nil) || err != nil && !errors.Is(err, ErrWebhook) {
			t.Errorf("%s: %v", name, err)
		}
		if c.isGenuine && (notification.BatchID != "batch_1" || notification.Total != 2) {
			t.Errorf("%s: %+v", name, notification)
		}
	}
}

func TestReadWebhook(t *testing.T) {
	client := serve(t, nil)
	body, at := `{"batchId":"batch_1"}`, time.Now().Unix()
	request := httptest.NewRequest("POST", "/hook", strings.NewReader(body))
	request.Header.Set("x-signature", fmt.Sprintf("t=%d,v1=%s", at, sign("test", fmt.Sprintf("%d.%s", at, body))))
	if notification, err := client.ReadWebhook(request); err != nil || notification.BatchID != "batch_1" {
		t.Errorf("got %+v (%v)", notification, err)
	}
}
