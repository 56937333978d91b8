package tintype

import (
	"fmt"
	"slices"
	"strings"
)

// refuseMisspelt is an error for a name that is nearly an option of the endpoint
// or one of more. Others may be options of a newer service.
func refuseMisspelt(endpoint Endpoint, pairs []Pair, more ...string) error {
	known := append(optionNames(endpoint), more...)
	for _, pair := range pairs {
		if slices.Contains(known, pair.Name) {
			continue
		}
		for _, name := range known {
			if isMisspelt(plain(pair.Name), plain(name)) {
				return fmt.Errorf("tintype: %s has no option %q: did you mean %q?", endpoint, pair.Name, name)
			}
		}
	}
	return nil
}

// Short names are near many.
func isMisspelt(name, known string) bool {
	if len(name) < 4 || len(name) > 64 {
		return name == known
	}
	limit := 1
	if len(known) > 4 {
		limit = 2
	}
	return editsBetween(name, known) <= limit
}

func plain(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
}

// editsBetween is Levenshtein's distance in bytes.
func editsBetween(one, other string) int {
	row := make([]int, len(other)+1)
	for at := range row {
		row[at] = at
	}
	for above := range len(one) {
		diagonal := row[0]
		row[0] = above + 1
		for at := range len(other) {
			replaced := diagonal
			if one[above] != other[at] {
				replaced++
			}
			diagonal = row[at+1]
			row[at+1] = min(replaced, row[at]+1, diagonal+1)
		}
	}
	return row[len(other)]
}

// nouns are what the segment after each of these is.
var nouns = map[string]string{
	"sessions": "session id",
	"secrets":  "secret id",
	"presets":  "preset name",
	"profiles": "profile name",
}

// checkPath refuses an empty id or name, and those that HTTP clients drop from a
// path: "." and "..".
func checkPath(path string) error {
	path, _, _ = strings.Cut(path, "?")
	segments := strings.Split(path, "/")[1:]
	for at, segment := range segments {
		if segment != "" && segment != "." && segment != ".." {
			continue
		}
		noun := nouns[segments[max(0, at-1)]]
		rule := "pass the text that the service returned"
		if strings.HasSuffix(noun, " name") {
			rule = "it has 1 to 64 letters, digits, - and _"
		}
		return fmt.Errorf("tintype: the %s is %q; %s", or(noun, "batch id"), segment, rule)
	}
	return nil
}
