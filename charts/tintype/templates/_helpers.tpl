{{- define "tintype.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "tintype.fullname" -}}
{{- $name := include "tintype.name" . -}}
{{- if .Values.fullnameOverride -}}
{{- include "tintype.beginning" .Values.fullnameOverride -}}
{{- else if contains $name .Release.Name -}}
{{- include "tintype.beginning" .Release.Name -}}
{{- else -}}
{{- include "tintype.beginning" (printf "%s-%s" .Release.Name $name) -}}
{{- end -}}
{{- end -}}

{{/*
Before Kubernetes 1.34, names of Services are labels of RFC 1035: no dot, a letter first. 40 characters leave 23 for the suffix. A changed
name ends in six hex digits of its hash, so that cut names differ. Releases `a` and `a-tintype` have the same names, as in charts of `helm create`.
*/}}
{{- define "tintype.beginning" -}}
{{- if regexMatch "^[a-z]([a-z0-9-]{0,38}[a-z0-9])?$" . -}}
{{- . -}}
{{- else -}}
{{- $label := lower . | replace "." "-" | replace "_" "-" -}}
{{- if regexMatch "^[^a-z]" $label }}{{ $label = printf "r-%s" $label }}{{ end -}}
{{- printf "%s-%s" ($label | trunc 33 | trimSuffix "-") (sha256sum . | trunc 6) -}}
{{- end -}}
{{- end -}}

{{/* Names by which clients may reach the api, separated by commas: of its Service, the Ingress and the HTTPRoute. */}}
{{- define "tintype.hosts" -}}
{{- $service := printf "%s-api" (include "tintype.fullname" .) -}}
{{- $inside := printf "%s.%s" $service .Release.Namespace -}}
{{- $hosts := list $service $inside (printf "%s.svc" $inside) (printf "%s.svc.cluster.local" $inside) -}}
{{- if .Values.ingress.enabled }}{{ $hosts = concat $hosts .Values.ingress.hosts }}{{ end -}}
{{- if .Values.httpRoute.enabled }}{{ $hosts = concat $hosts .Values.httpRoute.hostnames }}{{ end -}}
{{- $hosts | compact | uniq | join "," -}}
{{- end -}}

{{/* Labels of every object. */}}
{{- define "tintype.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
app.kubernetes.io/name: {{ include "tintype.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* (dict "root" $ "component" "api"): the selector of a component's pods; an upgrade never changes it. */}}
{{- define "tintype.selector" -}}
app.kubernetes.io/name: {{ include "tintype.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/* (dict "root" $ "component" "api" "values" .Values.api): labels of the component's pods. */}}
{{- define "tintype.podLabels" -}}
{{ include "tintype.labels" .root }}
app.kubernetes.io/component: {{ .component }}
{{- with .values.podLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/*
(dict "root" $ "component" "api" "values" .Values.api "scaled" true): the replicas of a Deployment. With autoscaling, the autoscaler sets
them. Until it has done so, this keeps the live number: a field that no manager sets would mean one replica. It also keeps it later:
Helm removes fields that it no longer names, unless it applies on the server's side.
*/}}
{{- define "tintype.replicas" -}}
{{- if not .scaled }}{{ .values.replicas }}
{{- else }}
{{- $live := lookup "apps/v1" "Deployment" .root.Release.Namespace (printf "%s-%s" (include "tintype.fullname" .root) .component) -}}
{{- $isScaled := false -}}
{{- $isApplied := false -}}
{{- range dig "metadata" "managedFields" list $live }}
{{- if eq "scale" (.subresource | default "") }}{{ $isScaled = true }}{{ end }}
{{- if eq "Apply" .operation }}{{ $isApplied = true }}{{ end }}
{{- end }}
{{- if and $live (not (and $isScaled $isApplied)) }}{{ $live.spec.replicas }}{{ end }}
{{- end }}
{{- end -}}

{{/* Labels of the NATS pods, which must not restart if only the chart's version changes. */}}
{{- define "tintype.natsPodLabels" -}}
{{ include "tintype.selector" (dict "root" . "component" "nats") }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- with .Values.nats.podLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* (dict "root" $ "name" "api"): the image of a program. */}}
{{- define "tintype.image" -}}
{{- $image := .root.Values.image -}}
{{- $parts := list -}}
{{- if $image.registry }}{{ $parts = append $parts $image.registry }}{{ end -}}
{{- if $image.repositoryPrefix }}{{ $parts = append $parts $image.repositoryPrefix }}{{ end -}}
{{- $parts = append $parts .name -}}
{{- $tag := $image.tag | default .root.Chart.AppVersion -}}
{{- join "/" $parts }}:{{ $tag -}}
{{- with index $image.digests (replace "browser-node" "browserNode" .name) }}@{{ . }}{{ end -}}
{{- end -}}

{{- define "tintype.natsImage" -}}
{{- with .Values.nats.image -}}
{{- $registry := $.Values.image.registry | default .registry -}}
{{- if $registry }}{{ $registry }}/{{ end }}{{ .repository }}:{{ .tag -}}
{{- with .digest }}@{{ . }}{{ end -}}
{{- end -}}
{{- end -}}

{{- define "tintype.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
{{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Names of the Secrets: the chart's or yours. */}}
{{- define "tintype.keysSecret" -}}
{{- .Values.secrets.existingSecret | default (printf "%s-keys" (include "tintype.fullname" .)) -}}
{{- end -}}
{{- define "tintype.natsSecret" -}}
{{- if .Values.nats.enabled -}}
{{ .Values.nats.loginsSecret | default (printf "%s-nats-logins" (include "tintype.fullname" .)) }}
{{- else -}}
{{- required "nats.existing.secret is needed where nats.enabled is false: a Secret with api-url, operator-url, node-url and admin-url" .Values.nats.existing.secret -}}
{{- end -}}
{{- end -}}
{{- define "tintype.ledgerRecord" -}}
{{ include "tintype.fullname" . }}-ledger
{{- end -}}

{{/* Pod Security "restricted", for pods without browsers. */}}
{{- define "tintype.podSecurity" -}}
securityContext:
  # The images' user is 10001; OpenShift assigns another one.
  runAsNonRoot: true
  seccompProfile:
    type: RuntimeDefault
{{- end -}}

{{/* The security context of every container. */}}
{{- define "tintype.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end -}}

{{- define "tintype.browserSeccomp" -}}
type: {{ .Values.seccomp.type }}
{{- if eq .Values.seccomp.type "Localhost" }}
localhostProfile: {{ .Values.seccomp.profile }}
{{- end }}
{{- end -}}

{{/* (dict "nodeSelector" .Values.api.nodeSelector), or (dict): the images are for Linux only. */}}
{{- define "tintype.nodeSelector" -}}
nodeSelector: {{- merge dict (.nodeSelector | default dict) (dict "kubernetes.io/os" "linux") | toYaml | nindent 2 }}
{{- end -}}

{{/* A component's node selector, tolerations, affinity and priority. */}}
{{- define "tintype.placement" -}}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{ include "tintype.nodeSelector" . }}
{{- with .tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* (dict "root" $ "component" "api" "values" .Values.api): placement and spread of pods. */}}
{{- define "tintype.scheduling" -}}
{{ include "tintype.placement" .values }}
{{- if .root.Values.podSpread.enabled }}
{{- $spread := .root.Values.podSpread }}
topologySpreadConstraints:
  {{- range $key, $otherwise := dict "kubernetes.io/hostname" $spread.whenUnsatisfiable "topology.kubernetes.io/zone" $spread.zonesWhenUnsatisfiable }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    {{- /* Sessions start and end at any time, so they are seldom even. No session may wait for an even spread. */}}
    whenUnsatisfiable: {{ ternary "ScheduleAnyway" $otherwise (eq $.component "session") }}
    # A tainted or drained node has none of these pods. If it counted, the other nodes could not take two each.
    nodeTaintsPolicy: Honor
    labelSelector:
      matchLabels: {{- include "tintype.selector" (dict "root" $.root "component" $.component) | nindent 8 }}
    {{- if has $.component (list "api" "operator" "browser-node") }}
    # Pods of the previous version are about to end.
    matchLabelKeys: [pod-template-hash]
    {{- end }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* (dict "root" $ "login" "api"): the address of NATS, with the program's own login. */}}
{{- define "tintype.natsEnv" -}}
{{- $secret := include "tintype.natsSecret" .root -}}
{{- if .root.Values.nats.enabled }}
- name: NATS_PASSWORD
  valueFrom:
    secretKeyRef: { name: {{ $secret }}, key: {{ .login }}-password }
- name: TINTYPE_NATS_URL
  value: nats://{{ .login }}:$(NATS_PASSWORD)@{{ include "tintype.fullname" .root }}-nats:4222
{{- else }}
- name: TINTYPE_NATS_URL
  valueFrom:
    secretKeyRef: { name: {{ $secret }}, key: {{ .login }}-url }
{{- end }}
{{- end -}}

{{/* (dict "root" $ "name" "TINTYPE_ROOT_KEY" "key" "root-key"): one of the keys. */}}
{{- define "tintype.keyEnv" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ include "tintype.keysSecret" .root }}
      key: {{ .key }}
      {{- if .optional }}
      optional: true
      {{- end }}
{{- end -}}

{{/* Variables of all programs. */}}
{{- define "tintype.commonEnv" -}}
- name: TINTYPE_LOG_LEVEL
  value: {{ .Values.logLevel }}
- name: TINTYPE_PRIVATE_HOST
  value: {{ .Values.listenHost | quote }}
- name: TINTYPE_PRIVATE_PORT
  value: "9090"
{{- include "tintype.trustEnv" . }}
{{- end -}}

{{/* Your CA certificates, for NATS over TLS and for S3; Node.js reads the file at its start. */}}
{{- define "tintype.trustEnv" -}}
{{- if .Values.trust.configMap }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/tintype/trust/{{ .Values.trust.key }}
{{- end }}
{{- end -}}
{{- define "tintype.trustMount" -}}
{{- if .Values.trust.configMap }}
- { name: trust, mountPath: /etc/tintype/trust, readOnly: true }
{{- end }}
{{- end -}}
{{- define "tintype.trustVolume" -}}
{{- with .Values.trust.configMap }}
- name: trust
  configMap:
    name: {{ . }}
{{- end }}
{{- end -}}

{{/* Limited: Kubernetes evicts a pod that writes more, before its node's disk is full. */}}
{{- define "tintype.tmpVolume" -}}
- name: tmp
  emptyDir:
    sizeLimit: {{ . }}
{{- end -}}

{{/* Kubernetes restarts a program that hangs. */}}
{{- define "tintype.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: private }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /healthz, port: private }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: private }
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 3
{{- end -}}

{{/* A quantity, in GiB. */}}
{{- define "tintype.gib" -}}
{{- $text := toString . -}}
{{- $unit := regexFind "[A-Za-z]*$" $text -}}
{{- $bytes := index (dict "" 1 "m" 0.001 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "P" 1e15 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 "Pi" 1125899906842624) $unit -}}
{{- divf (mulf (trimSuffix $unit $text | float64) $bytes) 1073741824 -}}
{{- end -}}

{{/* The configuration of nats-server. */}}
{{- define "tintype.natsConfig" -}}
server_name: $POD_NAME
port: 4222
http_port: 8222
pid_file: /tmp/nats.pid
# An announcement carries up to 512 KiB of a result; an object may have 1.5 MiB.
max_payload: 2097152
lame_duck_grace_period: 2s
lame_duck_duration: 30s
jetstream {
  # Another number of servers finds none of these streams, and so deletes none. Without a cluster, templates cannot refuse it.
  store_dir: /data/servers-{{ .Values.nats.replicas }}
  # The volume is the limit; the server's default could be below the limits of the buckets.
  max_file_store: 140737488355328
  # The time until acknowledged messages are synced to disk. A node that loses power loses the rest.
  sync_interval: {{ .Values.nats.persistence.syncInterval | quote }}
}
authorization {
  users: [
    {{- range $login, $permissions := .Files.Get "files/nats-permissions.json" | fromJson }}
    { user: {{ $login }}, password: $NATS_PASSWORD_{{ upper $login }}, permissions: {{ $permissions | toRawJson }} }
    {{- end }}
  ]
}
{{- if gt (int .Values.nats.replicas) 1 }}
cluster {
  name: {{ include "tintype.fullname" . }}
  port: 6222
  authorization { user: route, password: $NATS_PASSWORD_ROUTE }
  routes: $NATS_ROUTES
}
{{- end }}
{{- end -}}

{{/* (dict "root" $ "task" "setup"): the container of a Job that runs a task of the installation. */}}
{{- define "tintype.taskContainer" -}}
name: {{ .task }}
image: {{ include "tintype.image" (dict "root" .root "name" "api") }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
args: [api/dist/install/main.js, {{ .task }}]
# `kubectl describe pod` then shows the reason.
terminationMessagePolicy: FallbackToLogsOnError
env:
  - name: TINTYPE_LOG_LEVEL
    value: {{ .root.Values.logLevel }}
  - name: TINTYPE_LEDGER_RECORD
    value: {{ include "tintype.ledgerRecord" .root }}
  {{- include "tintype.trustEnv" .root | nindent 2 }}
  {{- if .nats }}
  {{- include "tintype.natsEnv" (dict "root" .root "login" "admin") | nindent 2 }}
  - name: TINTYPE_NATS_SECONDS
    value: "240"
  - name: TINTYPE_NATS_REPLICAS
    value: {{ (ternary .root.Values.nats.replicas .root.Values.nats.existing.replicas .root.Values.nats.enabled) | quote }}
  - name: TINTYPE_RESULTS_GIB
    value: {{ .root.Values.storage.resultsGib | quote }}
  {{- end }}
  {{- with .env }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{ include "tintype.containerSecurity" .root }}
resources: {{- toYaml .root.Values.jobs.resources | nindent 2 }}
volumeMounts:
  - name: tmp
    mountPath: /tmp
  {{- include "tintype.trustMount" .root | nindent 2 }}
{{- end -}}

{{/* The pod of a Job, with tintype.taskContainer. */}}
{{- define "tintype.taskPod" -}}
metadata:
  labels: {{- include "tintype.podLabels" (dict "root" .root "component" "install" "values" .root.Values.jobs) | nindent 4 }}
  {{- with .root.Values.jobs.podAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ .account }}
  # One pod per try: a restarted pod would keep only the log of its last try.
  restartPolicy: Never
  enableServiceLinks: false
  {{- include "tintype.placement" .root.Values.jobs | nindent 2 }}
  {{- include "tintype.pullSecrets" .root | nindent 2 }}
  {{- include "tintype.podSecurity" .root | nindent 2 }}
  containers:
    - {{- include "tintype.taskContainer" . | nindent 6 }}
  volumes:
    {{- include "tintype.tmpVolume" "64Mi" | nindent 4 }}
    {{- include "tintype.trustVolume" .root | nindent 4 }}
{{- end -}}

{{/* When the two hooks run; their objects are removed after success. */}}
{{- define "tintype.definitionsHook" -}}
helm.sh/hook: pre-upgrade
helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end -}}

{{- define "tintype.drainHook" -}}
helm.sh/hook: pre-delete
helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end -}}

{{/* The seccomp profile of browsers: with a wall they mount inside their user namespaces. */}}
{{- define "tintype.seccompFile" -}}
{{- .Files.Get (ternary "files/seccomp.json" "files/seccomp-wall.json" (eq .Values.browserWall "none")) -}}
{{- end }}

{{/* TINTYPE_BROWSER_WALL of browsers. Pods hide parts of /proc, so a new one is impossible. */}}
{{- define "tintype.browserWall" -}}
{{- get (dict "none" "" "auto" "auto" "required" "shared-proc") .Values.browserWall -}}
{{- end }}
