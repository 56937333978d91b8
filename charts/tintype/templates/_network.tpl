{{/* Who may speak to whom, for network-policies.yaml. */}}

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
{{- end }}
{{- end -}}

{{- define "tintype.toApiServer" -}}
- to:
    {{- range .Values.networkPolicy.apiServer.cidrs }}
    - ipBlock: { cidr: {{ . | quote }} }
    {{- end }}
  ports:
    {{- range .Values.networkPolicy.apiServer.ports }}
    - { port: {{ . }} }
    {{- end }}
{{- end -}}

{{- define "tintype.toSessions" -}}
- to:
    - podSelector:
        matchLabels: { app.kubernetes.io/managed-by: tintype-operator }
  ports: [{ port: 7070 }]
{{- end -}}

{{- /* The same ranges that the guard inside refuses, for what breaks out of a browser. */ -}}
{{- define "tintype.toInternet" -}}
- to:
    - ipBlock:
        cidr: 0.0.0.0/0
        except: [0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.0.0.0/24, 192.168.0.0/16, 198.18.0.0/15, 224.0.0.0/4, 240.0.0.0/4]
    - ipBlock:
        cidr: 2000::/3
    {{- range .Values.networkPolicy.browserAllow }}
    - ipBlock: { cidr: {{ . | quote }} }
    {{- end }}
{{- end -}}

{{- /* Without a word of yours: pods of this namespace, but none with a browser. */ -}}
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
