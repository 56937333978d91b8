package tintype

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// What base64url looks like: such text counts as encoded already.
var encoded = regexp.MustCompile(`^[A-Za-z0-9+/_-]+={0,2}$`)

// encodedText is text as a query has it: base64url for an option that takes it.
func encodedText(name, value string) string {
	form := optionForm(name)
	if value == "" || form != "base64" && form != "json" || encoded.MatchString(value) {
		return value
	}
	return base64.RawURLEncoding.EncodeToString([]byte(value))
}

// encodedJSON is base64url of compact JSON. What is empty is left out.
func encodedJSON(pair Pair) (string, error) {
	var written bytes.Buffer
	encoder := json.NewEncoder(&written)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(pair.Value); err != nil {
		return "", fmt.Errorf("tintype: the option %s takes text, a boolean, a number, a list or JSON, not %T", pair.Name, pair.Value)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, written.Bytes()); err != nil {
		return "", err
	}
	switch value := compact.String(); value {
	case "null", "[]", "{}", `""`:
		return "", nil
	default:
		// encoding/json escapes these two line separators even without EscapeHTML. An escaped
		// backslash is skipped, as the text after it may look like such an escape.
		value = strings.NewReplacer(`\\`, `\\`, `\u2028`, "\u2028", `\u2029`, "\u2029").Replace(value)
		return base64.RawURLEncoding.EncodeToString([]byte(value)), nil
	}
}

// Cookie is set before the page loads.
type Cookie struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	// Domain is the page's host or one above it; empty is the page's host.
	Domain   string `json:"domain,omitempty"`
	Path     string `json:"path,omitempty"`
	Secure   bool   `json:"secure,omitempty"`
	HTTPOnly bool   `json:"httpOnly,omitempty"`
	// SameSite is "Strict", "Lax" or "None".
	SameSite string `json:"sameSite,omitempty"`
	// Expires is in unix seconds.
	Expires float64 `json:"expires,omitempty"`
}

// Ptr is a pointer to value, for options whose zero value is a choice:
//
//	&tintype.PDFOptions{Tagged: tintype.Ptr(false)}
func Ptr[T any](value T) *T { return &value }

// pairList collects typed options. Zero values are left out.
type pairList []Pair

func (l *pairList) add(name string, value any, isZero bool) {
	if !isZero {
		*l = append(*l, Pair{name, value})
	}
}

// encoded takes plain text, also text that looks encoded already.
func (l *pairList) encoded(name, value string) {
	l.add(name, base64.RawURLEncoding.EncodeToString([]byte(value)), value == "")
}

func (l *pairList) text(name, value string)          { l.add(name, value, value == "") }
func (l *pairList) integer(name string, value int)   { l.add(name, value, value == 0) }
func (l *pairList) float(name string, value float64) { l.add(name, value, value == 0) }
func (l *pairList) on(name string, value bool)       { l.add(name, value, !value) }
func (l *pairList) list(name string, value []string) { l.add(name, value, len(value) == 0) }

func (l *pairList) numbers(name string, value []float64) {
	l.add(name, value, len(value) == 0)
}

func (l *pairList) choice(name string, value *bool) {
	if value != nil {
		l.add(name, *value, false)
	}
}

func (l *pairList) headers(name string, value map[string]string) {
	l.add(name, value, len(value) == 0)
}

func (l *pairList) cookies(name string, value []Cookie) { l.add(name, value, len(value) == 0) }

// extend adds options by name; they replace those of the same name.
func (l pairList) extend(extra []Pair) []Pair {
	for _, pair := range extra {
		for i := range l {
			if l[i].Name == pair.Name {
				l = append(l[:i:i], l[i+1:]...)
				break
			}
		}
		l = append(l, pair)
	}
	return l
}
