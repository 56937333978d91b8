// Decides by NetworkPolicies whether a first packet may pass. The kernel asks it, by a queue of packets. Our rules choose
// the packets. The program's own rules need a part of the packet filter that not every kernel has.
package main

import (
	"context"
	"flag"
	"os/signal"
	"syscall"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/klog/v2"
	"sigs.k8s.io/kube-network-policies/pkg/networkpolicy"
)

func main() {
	kubeconfig := flag.String("kubeconfig", "", "file with the address of the API server and who asks it")
	node := flag.String("node", "", "name of the node")
	queue := flag.Int("queue", 100, "number of the queue of packets")
	klog.InitFlags(nil)
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *kubeconfig, *node, *queue); err != nil {
		klog.Fatal(err)
	}
}

func run(ctx context.Context, kubeconfig, node string, queue int) error {
	access, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	client, err := kubernetes.NewForConfig(access)
	if err != nil {
		return err
	}
	seen := informers.NewSharedInformerFactory(client, 0)
	policies, namespaces, pods := seen.Networking().V1().NetworkPolicies(), seen.Core().V1().Namespaces(), seen.Core().V1().Pods()
	// It also asks a container runtime with NRI, for pods that the API server does not know yet.
	settings := networkpolicy.Config{NodeName: node, QueueID: queue}
	controller, err := networkpolicy.NewController(client, policies, namespaces, pods, nil, nil, nil, nil, settings)
	if err != nil {
		return err
	}
	seen.Start(ctx.Done())
	return controller.Run(ctx)
}
