import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotFound } from '../errors.ts';
import { NO_ADDRESS } from './connections/refuse-connection.ts';

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Nascente</title>
<h1>The web application has not been built</h1><p>Run <code>npm run build</code> and start the server again.</p></html>`;

/** Files with a hash in their name are cached for ever; all others are revalidated. */
const cacheControl = (file: string): string =>
  file.includes(`${sep}assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache';

/** Whether a request is for a page of the application, whose router interprets the address, and not for a missing file. */
const isPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/(api|assets)(\/|\?|$)/.test(url) &&
  /text\/html|\*\/\*/.test(headers.accept ?? '*/*');

/** Pages of shared links, with the key in the address: not indexed, and sent as referrer to no other page. */
const isOfLink = ({ url }: FastifyRequest): boolean =>
  /^\/(tv|shared|recovery|unrecognized|invitation)\//.test(url);
const UNFOUND = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' };

/** Serves the web application. An unknown address gets the index page if it may be a screen, otherwise NotFound. */
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
