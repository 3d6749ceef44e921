import type { FastifyInstance } from 'fastify';
import type { RecordSpan } from '../traces/record-spans.ts';
import { readTraceParent } from '../traces/trace-parent.ts';

/** A span for each answer, below that of whoever asked. */
export const traceRequests = (fastify: FastifyInstance, record: RecordSpan): void => {
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    record({
      name: `${request.method} ${route}`,
      kind: 'server',
      parent: readTraceParent(request.headers.traceparent),
      tookMs: reply.elapsedTime,
      hasFailed: reply.statusCode >= 500,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'nascente.request_id': request.id,
      },
    });
  });
};
