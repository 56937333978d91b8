package tintype

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Code is the stable name of an error of the service, such as [CodeInvalidHash].
// It is an error itself, for errors.Is:
//
//	if errors.Is(err, tintype.CodeCreditsExhausted) { … }
type Code string

// Error is the code.
func (c Code) Error() string { return string(c) }

// Error is an answer of the service that is no success.
type Error struct {
	// Code is for programs and does not change. It is empty if something else
	// than the service answered, such as a proxy in front of it.
	Code Code
	// Status is the HTTP status.
	Status int
	// Message is a sentence for people and may change.
	Message string
	// RequestID names the request in the logs of the service.
	RequestID string
	// RetryAfter is how long to wait before another attempt; 0 if not given.
	RetryAfter time.Duration
	// Details are further properties of the answer, such as `diagnosis`.
	Details map[string]any

	// saysWhen is whether the answer has Retry-After, which may be 0.
	saysWhen bool
}

func (e *Error) Error() string {
	parts := []string{strconv.Itoa(e.Status)}
	if e.Code != "" {
		parts = append([]string{string(e.Code)}, parts...)
	}
	if e.RequestID != "" {
		parts = append(parts, e.RequestID)
	}
	return fmt.Sprintf("tintype: %s (%s)", e.advised(), strings.Join(parts, ", "))
}

// The service's sentences speak of the wire, which this library writes.
func (e *Error) advised() string {
	why, _, _ := strings.Cut(strings.ReplaceAll(e.Message, ":", "."), ".")
	switch e.Code {
	case CodeInvalidCredentials:
		// The secret is right, but lacks a scope.
		if e.Details["requiredScope"] != nil {
			return e.Message
		}
		why = "The service does not know this API key with this secret"
	case CodeUnknownAPIKey, CodeInvalidHash:
	default:
		return withMethods.Replace(e.Message)
	}
	return why + "; check the key and the secret of this client"
}

// Sentences of the service name its routes. These have methods here.
var withMethods = strings.NewReplacer(
	"PUT /v1/account/storage.", "Account.PutStorage.",
	"PUT /v1/account/storage,", "Account.PutStorage,",
	"POST /v1/account/storage/test", "Account.TestStorage",
	"POST /v1/sessions.", "Client.CreateSession.",
)

// Is reports whether target is the code of this error.
func (e *Error) Is(target error) bool {
	code, ok := target.(Code)
	return ok && code == e.Code
}

// Retryable reports whether the same request may succeed later. For a code that
// this version does not know, the status decides.
func (e *Error) Retryable() bool {
	if known, isKnown := retryable[e.Code]; isKnown {
		return known
	}
	return e.Status == http.StatusTooManyRequests || e.Status == http.StatusServiceUnavailable
}

// ConnectionError is a request without an answer: no connection, a broken one,
// or none within the time limit. It does not show the signed URL.
type ConnectionError struct {
	// Request is the method and the host, such as "GET http://127.0.0.1:8080".
	Request string
	// What is what the request does, such as "the image of https://example.com/" or
	// "the action click". It is empty if Request says enough.
	What string
	// Err is the cause, such as context.DeadlineExceeded.
	Err error
}

func (e *ConnectionError) Error() string {
	request := e.Request
	if e.What != "" {
		request += ", " + e.What
	}
	if e.Timeout() {
		return fmt.Sprintf("tintype: %s: no answer in time; raise the limit with WithTimeout or the context", request)
	}
	return fmt.Sprintf("tintype: %s: %v", request, e.Err)
}

// shown is a text for a message: at most 200 bytes of it.
func shown(text string) string {
	if len(text) <= 200 {
		return text
	}
	return strings.ToValidUTF8(text[:200], "") + "…"
}

// Unwrap is the cause.
func (e *ConnectionError) Unwrap() error { return e.Err }

// Timeout reports whether the time limit ended the request.
func (e *ConnectionError) Timeout() bool {
	var timeout net.Error
	return errors.Is(e.Err, context.DeadlineExceeded) || errors.As(e.Err, &timeout) && timeout.Timeout()
}

// connectionError drops the URL that net/http adds to its errors. A signed URL
// may hold passwords in httpAuth, headers and cookies.
func connectionError(r request, base string, err error) error {
	var withURL *url.Error
	if errors.As(err, &withURL) {
		err = withURL.Err
	}
	return &ConnectionError{Request: r.method + " " + base, What: r.what, Err: err}
}

// errorOf reads the error body that every route of the service has.
func errorOf(answer *answer) *Error {
	e := &Error{Status: answer.status, RequestID: answer.header.Get("X-Request-Id")}
	e.RetryAfter, e.saysWhen = retryAfter(answer.header.Get("Retry-After"))
	var details map[string]any
	err := json.Unmarshal(answer.body, &details)
	code, _ := details["code"].(string)
	if err != nil || code == "" || answer.status < 400 {
		e.Message = "the answer of " + answer.base + " is not one of Tintype; check the base URL, and proxies on the way"
		return e
	}
	e.Code = Code(code)
	e.Message, _ = details["error"].(string)
	for _, name := range []string{"success", "error", "code", "requestId"} {
		delete(details, name)
	}
	e.Details = details
	return e
}

// A Duration overflows after 292 years.
const maxRetryAfter = 1_000_000_000

func retryAfter(header string) (pause time.Duration, isGiven bool) {
	if number, err := strconv.Atoi(header); err == nil {
		return time.Duration(min(max(number, 0), maxRetryAfter)) * time.Second, true
	}
	if date, err := http.ParseTime(header); err == nil {
		return max(0, time.Until(date)), true
	}
	return 0, false
}
