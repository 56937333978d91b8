package tintype

import (
	"context"
	"net/url"
	"time"
)

// Profile is a saved login. No route shows its cookies.
type Profile struct {
	Name    string    `json:"name"`
	SavedAt time.Time `json:"savedAt"`
	// Session is the one that saved it.
	Session string `json:"session"`
	Bytes   int    `json:"bytes"`
	// Cookies is their number.
	Cookies int `json:"cookies"`
	// Origins is nil if it cannot be read any more.
	Origins []string `json:"origins"`
}

// ListProfiles lists the saved logins.
func (s *AccountService) ListProfiles(ctx context.Context) ([]Profile, error) {
	var body struct{ Profiles []Profile }
	err := s.call(ctx, "GET", "/profiles", nil, &body)
	return body.Profiles, err
}

// GetProfile reads a saved login, without its cookies.
func (s *AccountService) GetProfile(ctx context.Context, name string) (*Profile, error) {
	var body struct{ Profile *Profile }
	err := s.call(ctx, "GET", "/profiles/"+url.PathEscape(name), nil, &body)
	return body.Profile, err
}

// DeleteProfile deletes a saved login. Sessions that loaded it keep it.
func (s *AccountService) DeleteProfile(ctx context.Context, name string) error {
	return s.call(ctx, "DELETE", "/profiles/"+url.PathEscape(name), nil, nil)
}
