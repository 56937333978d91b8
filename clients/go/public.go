package tintype

import (
	"context"
	"errors"
	"net/url"
	"strings"
)

// Device is a value of the option EmulateDevice: its Key.
type Device struct {
	Key       string         `json:"key"`
	Name      string         `json:"name"`
	UserAgent string         `json:"userAgent"`
	Viewport  DeviceViewport `json:"viewport"`
}

// DeviceViewport is the window of a device.
type DeviceViewport struct {
	Width             int     `json:"width"`
	Height            int     `json:"height"`
	DeviceScaleFactor float64 `json:"deviceScaleFactor"`
	IsMobile          bool    `json:"isMobile"`
	HasTouch          bool    `json:"hasTouch"`
	IsLandscape       bool    `json:"isLandscape"`
}

// Devices lists the devices for the option EmulateDevice.
func (c *Client) Devices(ctx context.Context) ([]Device, error) {
	var body struct{ Devices []Device }
	err := c.public(ctx, "/screenshot/devices", &body)
	return body.Devices, err
}

// IPRanges lists the networks that browsers of the service connect from, in CIDR
// notation.
func (c *Client) IPRanges(ctx context.Context) ([]string, error) {
	var body struct{ Prefixes []string }
	err := c.public(ctx, "/ip-ranges.json", &body)
	return body.Prefixes, err
}

// DeleteFile deletes a stored result by its link ([Answer.FileURL]). The link
// then answers 404, and the next request renders and charges.
func (c *Client) DeleteFile(ctx context.Context, link string) error {
	parsed, err := url.Parse(link)
	if err != nil || !strings.HasPrefix(parsed.EscapedPath(), "/files/") {
		return errNoLink
	}
	// Only the path counts: the bearer token is for this service alone.
	return c.call(ctx, request{method: "DELETE", path: parsed.EscapedPath()}, nil, nil)
}

var errNoLink = errors.New("tintype: the link of a file is missing: FileURL of an answer has it")

func (c *Client) public(ctx context.Context, path string, result any) error {
	answer, err := c.send(ctx, request{method: "GET", path: path})
	if err != nil {
		return err
	}
	return answer.into(result)
}
