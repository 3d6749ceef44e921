import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Log } from '@nascente/runtime/log';
import type { BoundedRequest } from '../outbound/bounded-request.ts';

/** The parent of a span (W3C Trace Context): the trace and the calling span. */
interface TraceParent {
  readonly traceId: string;
  readonly parentId: string;
  /** Whether the caller's trace is recorded. */
  readonly isSampled: boolean;
}

const FORM = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

/** Parses the header `traceparent`; `null`: it is absent or invalid, and a new trace begins. */
export const readTraceParent = (header: unknown): TraceParent | null => {
  const [, traceId, parentId, flags] = FORM.exec(typeof header === 'string' ? header : '') ?? [];
  if (traceId === undefined || parentId === undefined || flags === undefined) return null;
  return { traceId, parentId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
};

/** A finished piece of work. */
interface Span {
  readonly name: string;
  readonly kind: 'internal' | 'server';
  readonly parent: TraceParent | null;
  readonly tookMs: number;
  readonly hasFailed: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
}

export type RecordSpan = (span: Span) => void;

export const recordNone: RecordSpan = () => undefined;

const EVERY_MS = 5_000;
/** Spans stored while the collector is unavailable; more are dropped. */
const MAX_STORED = 4_000;
const KINDS = { internal: 1, server: 2 } as const;
const FAILED = 2;

const anyValue = (value: string | number) =>
  typeof value === 'string'
    ? { stringValue: value }
    : Number.isInteger(value)
      ? { intValue: String(value) }
      : { doubleValue: value };
const attributesOf = (attributes: Span['attributes']) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n);

/** The span in the JSON format of OTLP. */
const writtenSpan = ({ name, kind, parent, tookMs, hasFailed, attributes }: Span, endedAt: number) => ({
  traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
  ...(parent === null ? {} : { parentSpanId: parent.parentId }),
  name,
  kind: KINDS[kind],
  startTimeUnixNano: nanoseconds(endedAt - tookMs),
  endTimeUnixNano: nanoseconds(endedAt),
  attributes: attributesOf(attributes),
  ...(hasFailed ? { status: { code: FAILED } } : {}),
});

/** Sends spans to an OpenTelemetry collector by OTLP over HTTP, in batches of some seconds; no request waits for it. */
export const createSpanRecorder = (needs: {
  /** Address without `/v1/traces`, as in OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string;
  /** Headers that the collector requires, such as credentials. */
  headers: Readonly<Record<string, string>>;
  sendRequest: BoundedRequest;
  log: Log;
}) => {
  const { endpoint, headers, sendRequest, log } = needs;
  const resource = {
    attributes: attributesOf({
      'service.name': 'nascente',
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
  };
  let retained: ReturnType<typeof writtenSpan>[] = [];
  let isReached = true;
  const send = async (): Promise<void> => {
    const spans = retained;
    if (spans.length === 0) return;
    retained = [];
    const body = JSON.stringify({
      resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'nascente' }, spans }] }],
    });
    const { status, reason } = await sendRequest(`${endpoint}/v1/traces`, body, {
      ...headers,
      'content-type': 'application/json',
    });
    const isTaken = status !== null && status < 300;
    // Logged once, and not every five seconds while the collector is unavailable.
    if (!isTaken && isReached) log.warn({ reason: reason ?? `status ${status}` }, 'Traces are not taken');
    isReached = isTaken;
  };
  const sending = setInterval(() => void send(), EVERY_MS).unref();
  return {
    record(span: Span) {
      if (span.parent?.isSampled !== false && retained.length < MAX_STORED)
        retained.push(writtenSpan(span, Date.now()));
    },
    /** Sends the remaining spans. */
    async stop() {
      clearInterval(sending);
      await send();
    },
  };
};
