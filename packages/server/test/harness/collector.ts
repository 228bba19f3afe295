import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { onTestFinished } from 'vitest';
import { EXPORT_TRACE_SERVICE_REQUEST } from './otlp-schema.ts';

/** A span as a collector gets it. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  links?: { traceId: string; spanId: string }[];
  status: { code?: number };
  attributes: Record<string, string>;
}

type Value = { stringValue?: string; intValue?: string; boolValue?: boolean; doubleValue?: number };
type KeyValues = { key: string; value: Value }[];
interface ExportRequest {
  resourceSpans: {
    resource: { attributes: KeyValues };
    scopeSpans: { spans: (Omit<CollectedSpan, 'attributes'> & { attributes: KeyValues })[] }[];
  }[];
}

const ofKeyValues = (attributes: KeyValues) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));

const isRequest = new Ajv2020({ strict: false }).compile(EXPORT_TRACE_SERVICE_REQUEST);

/** Answers a request to the collector. */
export type CollectorAnswer = (request: IncomingMessage, response: ServerResponse) => void;

const TAKE: CollectorAnswer = (_request, response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');

export interface Collector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string;
  spans: CollectedSpan[];
  /** The attributes of the service, by the last request. */
  resource: Record<string, string>;
  requests: { path: string; headers: IncomingMessage['headers']; at: number }[];
  /** What it answers from now on; by default it takes everything. Spans are collected only then. */
  answer: CollectorAnswer;
  /** Violations of OTLP. */
  faults: unknown[];
  close: () => Promise<void>;
}

/** An OpenTelemetry collector for traces in OTLP/JSON on loopback, which accepts nothing but what the protocol defines. */
export async function startCollector(): Promise<Collector> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      collector.requests.push({ path: request.url ?? '', headers: request.headers, at: performance.now() });
      const value = JSON.parse(body) as ExportRequest;
      if (!isRequest(value)) collector.faults.push(isRequest.errors);
      if (collector.answer === TAKE)
        for (const { resource, scopeSpans } of value.resourceSpans) {
          collector.resource = ofKeyValues(resource.attributes);
          for (const { spans } of scopeSpans)
            collector.spans.push(
              ...spans.map((span) => ({ ...span, attributes: ofKeyValues(span.attributes) })),
            );
        }
      collector.answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    resource: {},
    requests: [],
    answer: TAKE,
    faults: [],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  onTestFinished(() => collector.close());
  return collector;
}
