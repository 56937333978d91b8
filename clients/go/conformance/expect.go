package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// expectations map paths such as "elements.0.text" to values.
type expectations map[string]any

// check compares value, as JSON, with what is expected.
func (e expectations) check(value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	var parsed any
	if err := json.Unmarshal(data, &parsed); err != nil {
		return err
	}
	for path, want := range e {
		if got := at(parsed, path); !fits(got, want) {
			return fmt.Errorf("%s is %.200v, not %v", path, got, want)
		}
	}
	return nil
}

// at follows a path; nil if it ends early.
func at(value any, path string) any {
	name, rest, isDeeper := strings.Cut(path, ".")
	switch holder := value.(type) {
	case map[string]any:
		value = holder[name]
	case []any:
		index, err := strconv.Atoi(name)
		if err != nil || index >= len(holder) {
			return nil
		}
		value = holder[index]
	default:
		return nil
	}
	if isDeeper {
		return at(value, rest)
	}
	return value
}

func fits(got, want any) bool {
	conditions, isMap := want.(map[string]any)
	text, _ := got.(string)
	if part, ok := conditions["includes"].(string); ok {
		return strings.Contains(text, part)
	}
	if start, ok := conditions["startsWith"].(string); ok {
		return strings.HasPrefix(text, start)
	}
	// The library writes an absent text as the empty one.
	return !isMap && (reflect.DeepEqual(got, want) || want == nil && got == "")
}
