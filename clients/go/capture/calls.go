package capture

import (
	"context"
	"encoding/json"

	tintype "tintype.dev/client"
)

// BuildImageURL is a signed URL of a picture.
func (c *Capture) BuildImageURL(targetURL string, options RequestOptions) (string, error) {
	return c.build(tintype.EndpointImage, targetURL, options)
}

// BuildPDFURL is a signed URL of a PDF.
func (c *Capture) BuildPDFURL(targetURL string, options RequestOptions) (string, error) {
	return c.build(tintype.EndpointPDF, targetURL, options)
}

// BuildContentURL is a signed URL of the content.
func (c *Capture) BuildContentURL(targetURL string, options RequestOptions) (string, error) {
	return c.build(tintype.EndpointContent, targetURL, options)
}

// BuildMetadataURL is a signed URL of the metadata.
func (c *Capture) BuildMetadataURL(targetURL string, options RequestOptions) (string, error) {
	return c.build(tintype.EndpointMetadata, targetURL, options)
}

// BuildAnimatedURL is a signed URL of a recording.
func (c *Capture) BuildAnimatedURL(targetURL string, options RequestOptions) (string, error) {
	return c.build(tintype.EndpointAnimated, targetURL, options)
}

// FetchImage takes a picture.
func (c *Capture) FetchImage(targetURL string, options RequestOptions) ([]byte, error) {
	return c.fetch(tintype.EndpointImage, targetURL, options)
}

// FetchPDF prints a page.
func (c *Capture) FetchPDF(targetURL string, options RequestOptions) ([]byte, error) {
	return c.fetch(tintype.EndpointPDF, targetURL, options)
}

// FetchAnimated records a page.
func (c *Capture) FetchAnimated(targetURL string, options RequestOptions) ([]byte, error) {
	return c.fetch(tintype.EndpointAnimated, targetURL, options)
}

// FetchContent reads a page.
func (c *Capture) FetchContent(targetURL string, options RequestOptions) (*ContentResponse, error) {
	return read(&ContentResponse{}, c, tintype.EndpointContent, targetURL, options)
}

// FetchMetadata reads the metadata of a page.
func (c *Capture) FetchMetadata(targetURL string, options RequestOptions) (*MetadataResponse, error) {
	return read(&MetadataResponse{}, c, tintype.EndpointMetadata, targetURL, options)
}

func read[T any](answer *T, c *Capture, endpoint tintype.Endpoint, targetURL string, options RequestOptions) (*T, error) {
	body, err := c.fetch(endpoint, targetURL, options)
	if err == nil {
		err = json.Unmarshal(body, answer)
	}
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateSession opens a browser.
func (c *Capture) CreateSession(options *CreateSessionOptions) (response SessionResponse, err error) {
	if options == nil {
		options = &CreateSessionOptions{}
	}
	err = c.sessions(func() error {
		session, err := c.client.CreateSession(context.Background(), &tintype.SessionOptions{
			MaxTTLSeconds: options.MaxTtlSeconds, Proxy: options.Proxy, BypassBotDetection: options.BypassBotDetection, CDP: options.CDP,
		})
		if err != nil {
			return err
		}
		expiresAt := session.ExpiresAt.Format("2006-01-02T15:04:05.000Z07:00")
		inner := map[string]interface{}{"id": session.ID, "status": "active", "expiresAt": expiresAt}
		response = SessionResponse{"success": true, "sessionId": session.ID, "expiresAt": expiresAt, "session": inner}
		if session.ConnectURL != "" {
			response["connectUrl"], inner["connectUrl"] = session.ConnectURL, session.ConnectURL
		}
		return nil
	})
	return response, err
}

// GetSession reads a session.
func (c *Capture) GetSession(sessionID string) (response SessionResponse, err error) {
	err = c.sessions(func() error {
		response, err = answered(c.client.GetSession(context.Background(), sessionID))
		return err
	})
	return response, err
}

// CloseSession ends a session.
func (c *Capture) CloseSession(sessionID string) (response SessionResponse, err error) {
	err = c.sessions(func() error {
		response, err = answered(c.client.CloseSession(context.Background(), sessionID))
		return err
	})
	return response, err
}

// ExecuteAction runs an action.
func (c *Capture) ExecuteAction(sessionID, actionType string, payload SessionActionPayload) (response SessionActionResponse, err error) {
	err = c.sessions(func() error {
		return c.client.ExecuteAction(context.Background(), sessionID, actionType, payload, &response)
	})
	return response, err
}

// answered is the JSON of the answer, as a map.
func answered(info *tintype.SessionInfo, err error) (SessionResponse, error) {
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(info)
	if err != nil {
		return nil, err
	}
	session := map[string]interface{}{}
	if err := json.Unmarshal(data, &session); err != nil {
		return nil, err
	}
	return SessionResponse{"success": true, "session": session}, nil
}
