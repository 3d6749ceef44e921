import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { everyCall } from '@nascente/contract/every-call';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';
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

/** `/api/openapi.json`, `/api/docs` to browse it, and `/api/client.ts`, a client written from it. */
export const documentApi = async (fastify: FastifyInstance): Promise<void> => {
  const document = openApiDocument(everyCall);
  const text = JSON.stringify(document);
  fastify.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  );
  const client = typescriptClient(document);
  fastify.get('/api/client.ts', (_request, reply) =>
    reply.type('text/typescript; charset=utf-8').send(client),
  );
  await fastify.register(fastifySwagger, { mode: 'static', specification: { document: document as never } });
  await fastify.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: POLICY,
    uiConfig: { deepLinking: true, tryItOutEnabled: true },
  });
};
