package tintype

import (
	"crypto/hmac"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"time"
)

// SignatureHeader has the signature of a notification.
const SignatureHeader = "X-Signature"

// webhookAge is how old a signature may be, against repeats by others.
const webhookAge = 5 * time.Minute

// webhookBytes is twice what the service sends at most.
const webhookBytes = 2 << 20

// ErrWebhook is a notification that did not come from the service: its
// signature is missing, wrong or too old. Answer it with 401 and ignore it.
var ErrWebhook = errors.New("tintype: the notification is not genuine")

// Notification is what a NotificationURI gets.
type Notification struct {
	// Event is "batch.completed", or "batch.failed" for a body that was refused.
	Event string `json:"event"`
	// DeliveryID is the same in every attempt: ignore one that you have seen.
	DeliveryID string     `json:"deliveryId"`
	BatchID    string     `json:"batchId"`
	Type       Endpoint   `json:"type"`
	Status     string     `json:"status"`
	Total      int        `json:"total"`
	Succeeded  int        `json:"succeeded"`
	Failed     int        `json:"failed"`
	Cancelled  int        `json:"cancelled"`
	StartedAt  *time.Time `json:"startedAt"`
	FinishedAt *time.Time `json:"finishedAt"`
	StatusURL  string     `json:"statusUrl"`
	// Results is empty above 1 MiB: see ResultsURL.
	Results    []BatchResult `json:"results"`
	ResultsURL string        `json:"resultsUrl"`
	Error      *PartialError `json:"error"`
}

var signatureForm = regexp.MustCompile(`^t=(\d{1,12}),v1=([0-9a-f]{64})$`)

// VerifyWebhook checks the header X-Signature of a notification in constant
// time, and reads its body. Pass the raw body, and each secret that may have
// signed the batch. An error is [ErrWebhook].
func VerifyWebhook(header string, body []byte, secrets ...string) (*Notification, error) {
	return verifyAt(time.Now(), header, body, secrets)
}

func verifyAt(now time.Time, header string, body []byte, secrets []string) (*Notification, error) {
	parts := signatureForm.FindStringSubmatch(header)
	if parts == nil {
		return nil, fmt.Errorf("%w: the header X-Signature is missing or malformed: it has the form t=…,v1=…", ErrWebhook)
	}
	seconds, _ := strconv.ParseInt(parts[1], 10, 64)
	if age := now.Sub(time.Unix(seconds, 0)); age.Abs() > webhookAge {
		return nil, fmt.Errorf("%w: its time differs by %v from this machine's", ErrWebhook, age.Round(time.Second))
	}
	isGenuine := false
	for _, secret := range secrets {
		ours := sign(secret, parts[1]+"."+string(body))
		isGenuine = hmac.Equal([]byte(ours), []byte(parts[2])) || isGenuine
	}
	if !isGenuine {
		return nil, fmt.Errorf("%w: none of the secrets gives its signature", ErrWebhook)
	}
	notification := &Notification{}
	if err := json.Unmarshal(body, notification); err != nil {
		return nil, fmt.Errorf("%w: its body is no JSON", ErrWebhook)
	}
	return notification, nil
}

// VerifyWebhook is the function of this name with the secret of the client.
func (c *Client) VerifyWebhook(header string, body []byte) (*Notification, error) {
	return VerifyWebhook(header, body, c.secret())
}

// ReadWebhook reads and verifies a notification in a handler:
//
//	notification, err := client.ReadWebhook(r)
//	if err != nil {
//		http.Error(w, "not genuine", http.StatusUnauthorized)
//		return
//	}
func (c *Client) ReadWebhook(r *http.Request) (*Notification, error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, webhookBytes))
	if err != nil {
		return nil, fmt.Errorf("%w: its body could not be read", ErrWebhook)
	}
	return c.VerifyWebhook(r.Header.Get(SignatureHeader), body)
}
