// One program that is etcd, any program of Kubernetes, or kubectl, by the name that it is called by. They share most of
// their code, so that one takes less time to build, and less room, than seven.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	"k8s.io/component-base/logs"
	kubectl "k8s.io/kubectl/pkg/cmd"
	"k8s.io/kubectl/pkg/cmd/util"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	proxy "k8s.io/kubernetes/cmd/kube-proxy/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	kubelet "k8s.io/kubernetes/cmd/kubelet/app"
)

// Each as Kubernetes' and etcd's own main functions run it.
var programs = map[string]func(){
	"etcd":                    func() { etcdmain.Main(os.Args) },
	"kube-apiserver":          component(apiserver.NewAPIServerCommand),
	"kube-controller-manager": component(controllermanager.NewControllerManagerCommand),
	"kube-scheduler":          component(newScheduler),
	"kube-proxy":              component(proxy.NewProxyCommand),
	"kubelet":                 component(newKubelet),
	"kubectl":                 runKubectl,
}

func component(command func() *cobra.Command) func() {
	return func() { os.Exit(cli.Run(command())) }
}

func newScheduler() *cobra.Command {
	return scheduler.NewSchedulerCommand()
}

func newKubelet() *cobra.Command {
	return kubelet.NewKubeletCommand(context.Background())
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
