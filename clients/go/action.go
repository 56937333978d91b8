package tintype

import (
	"encoding/json"
	"time"
)

// Action is the payload of an action, such as [GotoAction].
type Action interface {
	// Type is the name of the action, such as "goto".
	Type() string
}

// Step is the result of one action of a batch.
type Step struct {
	Type    string
	Success bool
	// Error is why the step failed.
	Error *PartialError
	// Answer is the JSON of the step. See Into.
	Answer json.RawMessage
}

// UnmarshalJSON reads the answer of a step.
func (s *Step) UnmarshalJSON(data []byte) error {
	var step struct {
		Type    string
		Success bool
		Error   string
		Code    Code
	}
	if err := json.Unmarshal(data, &step); err != nil {
		return err
	}
	*s = Step{Type: step.Type, Success: step.Success, Answer: append(json.RawMessage(nil), data...)}
	if !step.Success {
		s.Error = &PartialError{Code: step.Code, Message: step.Error}
	}
	return nil
}

// Into reads the answer into result, such as a pointer to a [TitleAnswer].
func (s Step) Into(result any) error { return json.Unmarshal(s.Answer, result) }

// ActionAnswer is what the answer to every action has.
type ActionAnswer struct {
	// ExpiresInSeconds is how long the session still lasts at most.
	ExpiresInSeconds int `json:"expiresInSeconds"`
	// Notes are events that the action did not ask for, such as a dialog.
	Notes []string `json:"notes"`
	// Screenshot is there if the action asked for one.
	Screenshot *Picture `json:"screenshot"`
}

// Picture is a picture with its bytes.
type Picture struct {
	ContentType string `json:"contentType"`
	Body        []byte `json:"bodyBase64"`
}

// Viewport is the size of the window.
type Viewport struct {
	Width             int     `json:"width"`
	Height            int     `json:"height"`
	DeviceScaleFactor float64 `json:"deviceScaleFactor,omitempty"`
}

// Point is a point of the window in CSS pixels.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// Box is a rectangle of the window in CSS pixels.
type Box struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// LogEntry is a line of the console, or an error of a page.
type LogEntry struct {
	Timestamp time.Time `json:"timestamp"`
	// Level is "debug", "info", "warning" or "error".
	Level  string `json:"level"`
	Text   string `json:"text"`
	Source string `json:"source"`
}

// Element is an element that [Session.Query] found. It has the fields that the
// query asked for; what the element lacks is empty.
type Element struct {
	// Attributes are those that the query asked for; nil where it lacks one.
	Attributes map[string]*string `json:"attributes"`
	Text       string             `json:"text"`
	HTML       string             `json:"html"`
	Href       string             `json:"href"`
	Src        string             `json:"src"`
	Alt        string             `json:"alt"`
	Title      string             `json:"title"`
	Value      string             `json:"value"`
	Name       string             `json:"name"`
	ID         string             `json:"id"`
	ClassName  string             `json:"className"`
	Tag        string             `json:"tag"`
	Role       string             `json:"role"`
	AriaLabel  string             `json:"ariaLabel"`
	Visible    bool               `json:"visible"`
	Box        *Box               `json:"bbox"`
}

// ActionList is the list of a batch.
type ActionList []Action

// MarshalJSON writes each action with its type.
func (l ActionList) MarshalJSON() ([]byte, error) {
	type step struct {
		Type    string `json:"type"`
		Payload Action `json:"payload"`
	}
	steps := make([]step, 0, len(l))
	for _, action := range l {
		steps = append(steps, step{action.Type(), action})
	}
	return json.Marshal(steps)
}
