/** Where a piece of work belongs (W3C Trace Context): the trace, and what called us within it. */
export interface TraceParent {
  readonly traceId: string;
  readonly parentId: string;
  /** Whether whoever began the trace keeps it. */
  readonly isSampled: boolean;
}

const FORM = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

/** Reads the header `traceparent`; null where there is none that can be read, and a trace begins with us. */
export const readTraceParent = (header: unknown): TraceParent | null => {
  const [, traceId, parentId, flags] = FORM.exec(typeof header === 'string' ? header : '') ?? [];
  if (traceId === undefined || parentId === undefined || flags === undefined) return null;
  return { traceId, parentId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
};
