// Command conformance takes the walk of clients/conformance with this library
// against a running server. Its README says which variables it reads.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	tintype "tintype.dev/client"
)

type walk struct {
	Pages   map[string]string
	Renders []render
	Post    struct{ File, Report post }
	Session sessionWalk
	Batch   batchWalk
	Account accountWalk
	Wrong   []wrong
}

type render struct {
	Step, Page string
	Endpoint   tintype.Endpoint
	Options    map[string]any
	Expect     expectations
}

type post struct {
	Page   string
	Body   map[string]any
	Expect expectations
}

type wrong struct {
	Step, Call, Page, URL, Key, Secret, ID, Action string
	Endpoint                                       tintype.Endpoint
	Options, Body, Payload                         map[string]any
	Items                                          []tintype.BatchItem
	Code                                           tintype.Code
	Status                                         int
}

// walker takes the steps and remembers whether one failed.
type walker struct {
	walk
	client *tintype.Client
	failed bool
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	w := &walker{}
	data, err := os.ReadFile(os.Getenv("WALK"))
	if err == nil {
		err = json.Unmarshal(data, &w.walk)
	}
	if err == nil {
		w.client, err = tintype.New("", "")
	}
	if err != nil {
		fmt.Println("failed signing:", err)
		os.Exit(1)
	}
	w.all(ctx)
	if w.failed {
		os.Exit(1)
	}
}

func (w *walker) all(ctx context.Context) {
	w.step("signing", signing)
	for _, r := range w.Renders {
		w.step(r.Step, func() error { return w.render(ctx, r) })
	}
	w.step("post", func() error { return w.post(ctx) })
	w.step("session", func() error { return w.session(ctx) })
	w.step("batch", func() error { return w.batch(ctx) })
	w.step("account", func() error { return w.account(ctx) })
	for _, each := range w.Wrong {
		w.step(each.Step, func() error { return w.wrong(ctx, each) })
	}
}

func (w *walker) step(name string, take func() error) {
	if err := take(); err != nil {
		w.failed = true
		fmt.Printf("failed %s: %v\n", name, err)
		return
	}
	fmt.Println("ok", name)
}

// page is the URL of a page of the site.
func (w *walker) page(name string) string { return os.Getenv("SITE_URL") + w.Pages[name] }

// pairs are options of the walk; their order has no meaning.
func pairs(options map[string]any) []tintype.Pair {
	var list []tintype.Pair
	for name, value := range options {
		list = append(list, tintype.Pair{Name: name, Value: value})
	}
	return list
}
