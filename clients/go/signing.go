package tintype

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// Pair is one option of a query. Value is a string, a boolean, an int, a
// float64, a []string, or something that becomes JSON.
type Pair struct {
	Name  string
	Value any
}

// Query writes pairs in their order, percent-encoded, as the service expects
// what is signed. It leaves out nil and what is empty.
//
// Options such as css, headers and cookies travel in base64url: their text is
// encoded unless it is already. Lists of hide, click, block and failOn are joined
// with commas; other lists, maps and structs become JSON.
func Query(pairs ...Pair) (string, error) {
	var query strings.Builder
	for _, pair := range pairs {
		value, err := text(pair)
		if err != nil {
			return "", err
		}
		if value == "" {
			continue
		}
		if query.Len() > 0 {
			query.WriteByte('&')
		}
		escape(&query, pair.Name)
		query.WriteByte('=')
		escape(&query, value)
	}
	return query.String(), nil
}

// SignV1 is the hash of a version 1 URL: the lowercase hex MD5 of secret and query.
func SignV1(secret, query string) string {
	sum := md5.Sum([]byte(secret + query))
	return hex.EncodeToString(sum[:])
}

// SignV2 is the signature of a version 2 URL: the lowercase hex HMAC-SHA256,
// keyed with secret, of the endpoint, "?" and query.
func SignV2(secret string, endpoint Endpoint, query string) string {
	return sign(secret, string(endpoint)+"?"+query)
}

// sign is the HMAC-SHA256 that the service takes in URLs of version 2,
// in x-req-signature, and sends in x-signature.
func sign(secret, message string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(message))
	return hex.EncodeToString(mac.Sum(nil))
}

func text(pair Pair) (string, error) {
	switch value := pair.Value.(type) {
	case nil:
		return "", nil
	case string:
		return encodedText(pair.Name, value), nil
	case bool:
		return strconv.FormatBool(value), nil
	case int:
		return strconv.Itoa(value), nil
	case int64:
		return strconv.FormatInt(value, 10), nil
	case float64:
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return "", fmt.Errorf("tintype: the option %s takes a finite number, not %v", pair.Name, value)
		}
		return strconv.FormatFloat(value, 'f', -1, 64), nil
	}
	if optionForm(pair.Name) == "list" {
		return joined(pair)
	}
	return encodedJSON(pair)
}

// joined is a list with commas.
func joined(pair Pair) (string, error) {
	list := reflect.ValueOf(pair.Value)
	if list.Kind() != reflect.Slice {
		return "", fmt.Errorf("tintype: the option %s takes text or a list of texts, not %T", pair.Name, pair.Value)
	}
	values := make([]string, list.Len())
	for i := range values {
		value, err := text(Pair{"", list.Index(i).Interface()})
		if err != nil {
			return "", err
		}
		values[i] = value
	}
	return strings.Join(values, ","), nil
}

// escape differs from url.QueryEscape: a space is %20, and ~ is escaped, since
// some HTTP clients rewrite it after the signature.
func escape(query *strings.Builder, value string) {
	const digits = "0123456789ABCDEF"
	for i := 0; i < len(value); i++ {
		if c := value[i]; isPlain(c) {
			query.WriteByte(c)
		} else {
			query.WriteByte('%')
			query.WriteByte(digits[c>>4])
			query.WriteByte(digits[c&15])
		}
	}
}

func isPlain(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.'
}
