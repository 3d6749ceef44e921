import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotFound } from '../errors.ts';
import { NO_ADDRESS } from './connections/refuse-connection.ts';

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Nascente</title>
<h1>The web application has not been built</h1><p>Run <code>npm run build</code> and start the server again.</p></html>`;

/** Files whose name changes with their content are kept for ever; all others are asked for anew. */
const cacheControl = (file: string): string =>
  file.includes(`${sep}assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache';

/** An address of the application, which its own router reads; a missing file is no such address. */
const isPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/(api|assets)(\/|\?|$)/.test(url) &&
  /text\/html|\*\/\*/.test(headers.accept ?? '*/*');

/** Pages whose address is the key: no search engine lists them, and no other page is told of them. */
const isOfLink = ({ url }: FastifyRequest): boolean => /^\/(tv|shared)\//.test(url);
const UNFOUND = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' };

/** The web application, and what an unknown address gets: its first page, or the API's failure below /api. */
export const serveWebBuild = async (fastify: FastifyInstance, directory: string): Promise<void> => {
  const isBuilt = existsSync(join(directory, 'index.html'));
  if (isBuilt) {
    await fastify.register(fastifyStatic, {
      root: directory,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => void reply.header('cache-control', cacheControl(file)),
    });
  }
  fastify.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (!isPage(request)) throw new NotFound(NO_ADDRESS.msg);
    if (isOfLink(request)) reply.headers(UNFOUND);
    if (isBuilt) return reply.sendFile('index.html');
    return reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT);
  });
};
