package tintype

import (
	"context"
	"net/url"
	"time"
)

// Preset is a named set of options, for the option preset.
type Preset struct {
	Name string `json:"name"`
	// Endpoint is empty for all endpoints.
	Endpoint Endpoint `json:"endpoint"`
	// Options are as in a query.
	Options map[string]string `json:"options"`
	// Version rises with each change.
	Version   int       `json:"version"`
	UpdatedAt time.Time `json:"updatedAt"`
}

// Storage is the account's S3-compatible storage, without its secret.
type Storage struct {
	Endpoint  string `json:"endpoint"`
	Region    string `json:"region"`
	Bucket    string `json:"bucket"`
	Key       string `json:"key"`
	PathStyle bool   `json:"pathStyle"`
	Prefix    string `json:"prefix"`
	PublicURL string `json:"publicUrl"`
	// SetAt is when it was set.
	SetAt time.Time `json:"setAt"`
}

// StorageSettings replace those of the account.
type StorageSettings struct {
	// Endpoint is the URL of the store, without the bucket.
	Endpoint string `json:"endpoint"`
	// Region is us-east-1 if empty.
	Region string `json:"region,omitempty"`
	Bucket string `json:"bucket"`
	Key    string `json:"key"`
	// Secret may be empty if the storage has one already.
	Secret string `json:"secret,omitempty"`
	// PathStyle is true if nil.
	PathStyle *bool `json:"pathStyle,omitempty"`
	// Prefix is the folder of all objects.
	Prefix string `json:"prefix,omitempty"`
	// PublicURL is where the public reads the bucket.
	PublicURL string `json:"publicUrl,omitempty"`
}

// String names the bucket, never the secret.
func (s StorageSettings) String() string {
	return "tintype.StorageSettings(" + s.Endpoint + ", " + s.Bucket + ")"
}

// GoString is String, so that %#v shows no secret.
func (s StorageSettings) GoString() string { return s.String() }

// StorageState is the storage in use.
type StorageState struct {
	// Storage is nil without one, and for that of the installation.
	Storage *Storage `json:"storage"`
	// Source is "account", "operator" (the installation's) or empty.
	Source string `json:"source"`
	// Warnings are about probable mistakes in new settings.
	Warnings []string `json:"warnings"`
}

// StorageTest says what works.
type StorageTest struct {
	// Uploads is true if the write works, which is all that uploads need.
	Uploads bool `json:"uploads"`
	// Works is true if all steps work.
	Works  bool          `json:"works"`
	Object string        `json:"object"`
	Steps  []StorageStep `json:"steps"`
	// Access is nil for the access list "private".
	Access *StorageStep `json:"access"`
	// PublicRead says whether clients that follow a redirect can read.
	PublicRead *StorageStep `json:"publicRead"`
}

// StorageStep is one step of a test.
type StorageStep struct {
	// Step is "write", "read" or "delete".
	Step         string `json:"step"`
	Works        bool   `json:"works"`
	Milliseconds int    `json:"milliseconds"`
	// Error says what to do.
	Error string `json:"error"`
}

// ListPresets lists the presets.
func (s *AccountService) ListPresets(ctx context.Context) ([]Preset, error) {
	var body struct{ Presets []Preset }
	err := s.call(ctx, "GET", "/presets", nil, &body)
	return body.Presets, err
}

// GetPreset reads a preset.
func (s *AccountService) GetPreset(ctx context.Context, name string) (*Preset, error) {
	var body struct{ Preset *Preset }
	err := s.call(ctx, "GET", presetPath(name), nil, &body)
	return body.Preset, err
}

// PutPreset stores options under a name, for the endpoint of their type. The
// warnings name options that have no effect.
func (s *AccountService) PutPreset(ctx context.Context, name string, options Options) (preset *Preset, warnings []string, err error) {
	pairs, err := pairsOf(options)
	if err != nil {
		return nil, nil, err
	}
	var answer struct {
		Preset   *Preset
		Warnings []string
	}
	body := map[string]any{"endpoint": options.endpoint(), "options": object(pairs)}
	err = s.call(ctx, "PUT", presetPath(name), body, &answer)
	return answer.Preset, answer.Warnings, err
}

// DeletePreset deletes a preset.
func (s *AccountService) DeletePreset(ctx context.Context, name string) error {
	return s.call(ctx, "DELETE", presetPath(name), nil, nil)
}

func presetPath(name string) string { return "/presets/" + url.PathEscape(name) }

// GetStorage reads the storage in use.
func (s *AccountService) GetStorage(ctx context.Context) (*StorageState, error) {
	return s.storage(ctx, "GET", nil)
}

// PutStorage sets the storage. What is empty gets its default, except the secret.
func (s *AccountService) PutStorage(ctx context.Context, settings StorageSettings) (*StorageState, error) {
	return s.storage(ctx, "PUT", settings)
}

// DeleteStorage removes the storage. Stored objects stay.
func (s *AccountService) DeleteStorage(ctx context.Context) (*StorageState, error) {
	return s.storage(ctx, "DELETE", nil)
}

func (s *AccountService) storage(ctx context.Context, method string, body any) (*StorageState, error) {
	state := &StorageState{}
	return unless(s.call(ctx, method, "/storage", body, state), state)
}

// TestStorage writes, reads and deletes an object. acl is a canned access list
// of S3 such as "public-read"; empty is "private".
func (s *AccountService) TestStorage(ctx context.Context, acl string) (*StorageTest, error) {
	test := &StorageTest{}
	return unless(s.call(ctx, "POST", "/storage/test", object([]Pair{{"s3Acl", acl}}), test), test)
}
