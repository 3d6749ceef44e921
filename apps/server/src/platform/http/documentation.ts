import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { everyCall } from '@nascente/contract/every-call';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';
import { createSharedText } from './shared-text.ts';
import { typescriptClient } from './typescript-client.ts';

/** The library's own would ask the browser for https, which not every installation has. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const DOCUMENT = '/api/openapi.json';
const COPIES = /^\/api\/docs\/(json|yaml)(\?|$)/;

/** `/api/openapi.json`, `/api/docs` to browse it, and `/api/client.ts`, a client written from it. */
export const documentApi = async (fastify: FastifyInstance): Promise<void> => {
  const document = openApiDocument(everyCall);
  fastify.get(DOCUMENT, createSharedText(JSON.stringify(document), 'application/json; charset=utf-8'));
  fastify.get(
    '/api/client.ts',
    createSharedText(typescriptClient(document), 'text/typescript; charset=utf-8'),
  );
  await fastify.register(async (scope) => {
    // The library would write its own copy anew for each request.
    scope.addHook('onRequest', async ({ url }, reply) => {
      if (COPIES.test(url)) return reply.redirect(DOCUMENT);
    });
    await scope.register(fastifySwagger, { mode: 'static', specification: { document: document as never } });
    await scope.register(fastifySwaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: POLICY,
      uiConfig: { deepLinking: true, tryItOutEnabled: true },
    });
  });
};
