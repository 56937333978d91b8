{{/* Peers and ports for network-policies.yaml. */}}

{{- define "tintype.peer" -}}
- podSelector:
    matchLabels: {{- include "tintype.selector" . | nindent 6 }}
{{- end -}}

{{- define "tintype.toDns" -}}
- to: {{- toYaml .Values.networkPolicy.dns.to | nindent 4 }}
  ports:
    {{- range .Values.networkPolicy.dns.ports }}
    - { port: {{ . }}, protocol: UDP }
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
{{- end -}}

{{- define "tintype.toNats" -}}
{{- if .Values.nats.enabled }}
- to: {{- include "tintype.peer" (dict "root" . "component" "nats") | nindent 4 }}
  ports: [{ port: 4222 }]
{{- else }}
- ports: [{ port: {{ .Values.nats.existing.port }} }]
  {{- with .Values.networkPolicy.natsTo }}
  to: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- end -}}

{{- define "tintype.toStore" -}}
- ports:
    {{- range .Values.networkPolicy.s3Ports }}
    - { port: {{ . }} }
    {{- end }}
  {{- with .Values.networkPolicy.s3To }}
  to: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{- define "tintype.toApiServer" -}}
{{- /* Not 0.0.0.0/0: Cilium's address rules do not match nodes of the cluster. */ -}}
- ports:
    {{- range .Values.networkPolicy.apiServer.ports }}
    - { port: {{ . }} }
    {{- end }}
  {{- with .Values.networkPolicy.apiServer.cidrs }}
  to:
    {{- range . }}
    - ipBlock: { cidr: {{ . | quote }} }
    {{- end }}
  {{- end }}
{{- end -}}

{{- define "tintype.toSessions" -}}
- to:
    - podSelector:
        matchLabels: { app.kubernetes.io/managed-by: tintype-operator }
  ports: [{ port: 7070 }]
{{- end -}}

{{- /* The ranges that the guard refuses, for a page that breaks out of its browser; a test compares both. ISATAP addresses form no range. */ -}}
{{- define "tintype.toInternet" -}}
{{- $ipv4 := list "0.0.0.0/8" "10.0.0.0/8" "100.64.0.0/10" "127.0.0.0/8" "168.63.129.16/32" "169.254.0.0/16" "172.16.0.0/12" "192.0.0.0/24" "192.0.2.0/24" "192.31.196.0/24" "192.52.193.0/24" "192.88.99.0/24" "192.168.0.0/16" "192.175.48.0/24" "198.18.0.0/15" "198.51.100.0/24" "203.0.113.0/24" "224.0.0.0/4" "240.0.0.0/4" -}}
{{- $ipv6 := list "2001::/23" "2001:db8::/32" "2002::/16" "2620:4f:8000::/48" "3ffe::/16" "3fff::/20" -}}
{{- range .Values.networkPolicy.browserExcept -}}
{{- if contains ":" . }}{{ $ipv6 = append $ipv6 . }}{{ else }}{{ $ipv4 = append $ipv4 . }}{{ end -}}
{{- end -}}
- to:
    - ipBlock:
        cidr: 0.0.0.0/0
        except: {{- toYaml (uniq $ipv4) | nindent 10 }}
    - ipBlock:
        cidr: 2000::/3
        except: {{- toYaml (uniq $ipv6) | nindent 10 }}
    {{- range .Values.networkPolicy.browserAllow }}
    - ipBlock: { cidr: {{ . | quote }} }
    {{- end }}
{{- end -}}

{{- /* Default: pods of this namespace without a browser. */ -}}
{{- define "tintype.metricsFrom" -}}
{{- with .Values.networkPolicy.metricsFrom -}}
{{- toYaml . }}
{{- else -}}
- podSelector:
    matchExpressions:
      - { key: app.kubernetes.io/managed-by, operator: NotIn, values: [tintype-operator] }
      - { key: app.kubernetes.io/component, operator: NotIn, values: [browser-node] }
{{- end }}
{{- end -}}

{{- define "tintype.fromMetrics" -}}
- from: {{- include "tintype.metricsFrom" . | nindent 4 }}
  ports: [{ port: 9090 }]
{{- end -}}
