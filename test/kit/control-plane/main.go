// One program that is etcd, kube-apiserver or kubectl, by the name that it is called by. They share most of their code,
// so that one takes less time to build, and less room, than three.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	"k8s.io/component-base/logs"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	kubectl "k8s.io/kubectl/pkg/cmd"
	"k8s.io/kubectl/pkg/cmd/util"
)

// Each as Kubernetes' and etcd's own main functions run it.
var programs = map[string]func(){
	"etcd":           func() { etcdmain.Main(os.Args) },
	"kube-apiserver": component(apiserver.NewAPIServerCommand),
	"kubectl":        runKubectl,
}

func component(command func() *cobra.Command) func() {
	return func() { os.Exit(cli.Run(command())) }
}

func runKubectl() {
	// Already while the command is made, before its flags are read.
	_, _ = logs.GlogSetter(kubectl.GetLogVerbosity(os.Args))
	util.CheckErr(cli.RunNoErrOutput(kubectl.NewDefaultKubectlCommand()))
}

func main() {
	name := filepath.Base(os.Args[0])
	run, known := programs[name]
	if !known {
		fmt.Fprintf(os.Stderr, "%s: call this program by a link that has the name of one that it holds\n", name)
		os.Exit(1)
	}
	run()
}
