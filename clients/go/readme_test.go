package tintype_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The README shows parts of the examples, so that they compile and run.
func TestTheReadmeShowsTheExamples(t *testing.T) {
	readme, source := read(t, "README.md"), read(t, "example_test.go")
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(readme, -1)
	if len(blocks) < 8 {
		t.Fatalf("only %d blocks", len(blocks))
	}
	for _, block := range blocks {
		if strings.HasPrefix(block[1], "package main") {
			continue
		}
		indented := regexp.MustCompile("(?m)^(.)").ReplaceAllString(block[1], "\t$1")
		if !strings.Contains(source, indented) {
			t.Errorf("example_test.go does not have this block:\n%s", block[1])
		}
	}
}

// TestExamples runs the examples, and the program of the README, against the
// service of TINTYPE_URL, with SITE_URL instead of https://example.com/.
func TestExamples(t *testing.T) {
	site := os.Getenv("SITE_URL")
	if site == "" {
		t.Skip("SITE_URL is not set")
	}
	folder := t.TempDir()
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	at := strings.NewReplacer("https://example.com/about", site+"/form", "https://example.com/", site+"/article")
	for _, source := range append(sources, "go.mod") {
		write(t, filepath.Join(folder, source), read(t, source))
	}
	examples := read(t, "example_test.go")
	var calls strings.Builder
	for _, name := range regexp.MustCompile(`(?m)^func (Example\w+)\(`).FindAllStringSubmatch(examples, -1) {
		calls.WriteString("\t" + name[1] + "()\n")
	}
	write(t, filepath.Join(folder, "example_test.go"), at.Replace(examples))
	write(t, filepath.Join(folder, "all_test.go"), "package tintype_test\n\nimport \"testing\"\n\nfunc TestAll(t *testing.T) {\n"+calls.String()+"}\n")
	program := regexp.MustCompile("(?s)```go\n(package main.*?)```").FindStringSubmatch(read(t, "README.md"))
	write(t, filepath.Join(folder, "first", "main.go"), at.Replace(program[1]))
	for _, arguments := range [][]string{{"test", "-count=1", "-run", "^TestAll$", "-v", "."}, {"run", "./first"}} {
		command := exec.Command("go", arguments...)
		command.Dir = folder
		output, err := command.CombinedOutput()
		t.Logf("%s", output)
		if err != nil {
			t.Errorf("go %v: %v", arguments, err)
		}
		if arguments[0] == "test" && !strings.Contains(string(output), "hook 200 401") {
			t.Error("the handler of notifications takes a wrong one, or refuses a genuine one")
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
