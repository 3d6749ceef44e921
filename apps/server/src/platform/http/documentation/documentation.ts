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
const NO_DOCUMENT = { openapi: '3.1.0', info: { title: 'Nascente', version: '1' }, paths: {} };
const COPIES = /^\/api\/docs\/(json|yaml)(\?|$)/;

/** `/api/openapi.json`, `/api/docs` to browse it, and `/api/client.ts`, a client written from it. */
export const documentApi = async (fastify: FastifyInstance): Promise<void> => {
  const document = () => openApiDocument(everyCall);
  const asJson = () => JSON.stringify(document());
  fastify.get(DOCUMENT, createSharedText(asJson, 'application/json; charset=utf-8'));
  const asClient = () => typescriptClient(document());
  fastify.get('/api/client.ts', createSharedText(asClient, 'text/typescript; charset=utf-8'));
  await fastify.register(async (scope) => {
    // The library would write a copy of its own anew for each request: so it is given none.
    scope.addHook('onRequest', async ({ url }, reply) => {
      if (COPIES.test(url)) return reply.redirect(DOCUMENT);
    });
    await scope.register(fastifySwagger, { mode: 'static', specification: { document: NO_DOCUMENT } });
    await scope.register(fastifySwaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: POLICY,
      uiConfig: { deepLinking: true, tryItOutEnabled: true },
    });
  });
};
