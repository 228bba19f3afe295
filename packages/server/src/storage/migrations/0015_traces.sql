-- Up Migration

-- An event belongs to the trace of its change, if that is sampled: OpenTelemetry, see docs/operating.md.
alter table outbox add column trace text;
comment on column outbox.trace is 'The span (W3C traceparent) that caused the event; null: it is not sampled';
alter table events add column trace text;
comment on column events.trace is 'As in the outbox';
