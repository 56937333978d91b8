package tintype

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

type vector struct {
	Name, Secret, Query, MD5, HMAC string
	Endpoint                       Endpoint
	Options                        [][2]json.RawMessage
}

// vectorsIn reads contracts/vectors/signing.json, which every library and the service share.
func vectorsIn(t *testing.T) (v1, v2 []vector) {
	t.Helper()
	folder := or(os.Getenv("VECTORS"), filepath.Join("..", "..", "contracts", "vectors"))
	data, err := os.ReadFile(filepath.Join(folder, "signing.json"))
	if err != nil {
		t.Skip("contracts/vectors is not here: ", err)
	}
	var vectors struct{ V1, V2 []vector }
	if err := json.Unmarshal(data, &vectors); err != nil {
		t.Fatal(err)
	}
	return vectors.V1, vectors.V2
}

func (v vector) pairs(t *testing.T) []Pair {
	t.Helper()
	var pairs []Pair
	for _, option := range v.Options {
		var name string
		var value any
		if json.Unmarshal(option[0], &name) != nil || json.Unmarshal(option[1], &value) != nil {
			t.Fatalf("%s: an option is no pair", v.Name)
		}
		if _, isObject := value.(map[string]any); isObject || name == "cookies" && option[1][0] == '[' {
			value = option[1] // keeps the order of its members
		}
		pairs = append(pairs, Pair{name, value})
	}
	return pairs
}

func TestVectors(t *testing.T) {
	v1, v2 := vectorsIn(t)
	if len(v1)+len(v2) < 40 {
		t.Fatalf("only %d vectors", len(v1)+len(v2))
	}
	for _, v := range append(v1, v2...) {
		t.Run(v.Name, func(t *testing.T) {
			if v.Options != nil {
				query, err := Query(v.pairs(t)...)
				if err != nil || query != v.Query {
					t.Errorf("query %s (%v), want %s", query, err, v.Query)
				}
			}
			if got := SignV1(v.Secret, v.Query); v.MD5 != "" && got != v.MD5 {
				t.Errorf("MD5 %s, want %s", got, v.MD5)
			}
			if got := SignV2(v.Secret, v.Endpoint, v.Query); v.HMAC != "" && got != v.HMAC {
				t.Errorf("HMAC %s, want %s", got, v.HMAC)
			}
		})
	}
}

func TestTypedOptionsBecomeAQuery(t *testing.T) {
	options := &ImageOptions{
		VW: 800, ScaleFactor: 1.5, Full: true, JavaScript: Ptr(false), CSS: "h1 { color: teal }", UserAgent: "Firefox1",
		Hide: []string{".ad", "#newsletter"}, Headers: map[string]string{"X-Token": "a/b"},
		Geolocation: []float64{52.52, 13.405}, Cookies: []Cookie{{Name: "a", Value: "<1>"}},
		Extra: []Pair{{"delay", 0}, {"vw", 900}},
	}
	query, err := Query(options.pairs()...)
	want := "userAgent=RmlyZWZveDE&scaleFactor=1.5&css=aDEgeyBjb2xvcjogdGVhbCB9&hide=.ad%2C%23newsletter&geolocation=52.52%2C13.405&javascript=false" +
		"&headers=eyJYLVRva2VuIjoiYS9iIn0&cookies=W3sibmFtZSI6ImEiLCJ2YWx1ZSI6IjwxPiJ9XQ&full=true&delay=0&vw=900"
	if err != nil || query != want {
		t.Errorf("got  %s (%v)\nwant %s", query, err, want)
	}
	if (*PDFOptions)(nil).pairs() != nil {
		t.Error("nil options have pairs")
	}
}

func TestQueryRefusesWhatItCannotWrite(t *testing.T) {
	for name, pair := range map[string]Pair{
		"a function":   {"vw", func() {}},
		"no list":      {"hide", map[string]string{}},
		"not finite":   {"delay", inf()},
		"list of maps": {"hide", []any{func() {}}},
	} {
		if query, err := Query(pair); err == nil {
			t.Errorf("%s became %q", name, query)
		}
	}
}

func inf() float64 {
	zero := 0.0
	return 1 / zero
}
