{{- define "palaver.name" -}}
{{- $name := ternary .Release.Name (printf "%s-%s" .Release.Name .Chart.Name) (contains .Chart.Name .Release.Name) }}
{{- $name | trunc 52 | trimSuffix "-" }}
{{- end }}

{{- define "palaver.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "palaver.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{ include "palaver.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "palaver.env" -}}
- name: PALAVER_DRAIN_DELAY_MS
  value: {{ mul .Values.drain.delaySeconds 1000 | quote }}
- name: PALAVER_DRAIN_TIMEOUT_MS
  value: {{ mul .Values.drain.timeoutSeconds 1000 | quote }}
{{- if .Values.metrics.enabled }}
- name: PALAVER_METRICS_ADDRESS
  value: 0.0.0.0:9464
{{- end }}
{{- if and .Values.ingress.enabled (not (hasKey .Values.settings "PALAVER_TRUSTED_PROXIES")) }}
{{- fail "settings.PALAVER_TRUSTED_PROXIES must name the pods of the ingress controller, such as 10.1.0.0/16" }}
{{- end }}
{{- if not .Values.database.embedded }}
{{- $secret := required "existingSecret must name a Secret with DATABASE_URL and PALAVER_SECRETS_KEY, unless database.embedded is true" .Values.existingSecret }}
{{- if not (hasKey .Values.settings "S3_BUCKET") }}{{ fail "settings.S3_BUCKET must be set: files in a pod end with it" }}{{ end }}
{{- range list "DATABASE_URL" "PALAVER_SECRETS_KEY" }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ $secret }}
      key: {{ . }}
{{- end }}
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "palaver.pod" -}}
metadata:
  labels:
    {{- include "palaver.labels" . | nindent 4 }}
  {{- with .Values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ include "palaver.name" . }}
  automountServiceAccountToken: false
  # Variables with addresses of services look like settings.
  enableServiceLinks: false
  # The delay, up to 2 s for connections that are still open, the timeout, and a margin for PostgreSQL.
  terminationGracePeriodSeconds: {{ add .Values.drain.delaySeconds .Values.drain.timeoutSeconds 15 }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    # PostgreSQL wants its folder for itself, so only a new volume is changed.
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile:
      type: RuntimeDefault
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: palaver
      image: {{ printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
      ports:
        - name: http
          containerPort: 7700
        {{- if .Values.metrics.enabled }}
        - name: metrics
          containerPort: 9464
        {{- end }}
      env:
        {{- include "palaver.env" . | nindent 8 }}
      {{- with .Values.existingSecret }}
      envFrom:
        - secretRef:
            name: {{ . }}
      {{- end }}
      # A start that migrates large tables takes minutes.
      startupProbe:
        httpGet: { path: /health/live, port: http }
        periodSeconds: 2
        failureThreshold: 450
      livenessProbe:
        httpGet: { path: /health/live, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 3
      readinessProbe:
        httpGet: { path: /health/ready, port: http }
        periodSeconds: 2
        timeoutSeconds: 2
        failureThreshold: 2
      resources:
        {{- toYaml .Values.resources | nindent 8 }}
      volumeMounts:
        - name: data
          mountPath: /data
        - name: tmp
          mountPath: /tmp
        {{- if .Values.database.embedded }}
        - name: shared-memory
          mountPath: /dev/shm
        {{- end }}
  volumes:
    - name: tmp
      emptyDir: {}
    {{- if .Values.database.embedded }}
    # PostgreSQL shares memory among its processes.
    - name: shared-memory
      emptyDir: { medium: Memory, sizeLimit: 128Mi }
    {{- else }}
    # Uploads in progress.
    - name: data
      emptyDir: {}
    {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  topologySpreadConstraints:
    {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
    - topologyKey: {{ . }}
      maxSkew: 1
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "palaver.selector" $ | nindent 10 }}
    {{- end }}
{{- end }}
