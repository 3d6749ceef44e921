import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { toHttpFailure } from './failure.ts';
import { serveWebBuild } from './web-build.ts';

const directory = mkdtempSync(join(tmpdir(), 'nascente-web-'));
afterAll(() => rmSync(directory, { recursive: true }));
mkdirSync(join(directory, 'assets'));
writeFileSync(join(directory, 'index.html'), '<p>page</p>');
writeFileSync(join(directory, 'sw.js'), '/* worker */');
writeFileSync(join(directory, 'assets/app-4f2a.js'), '/* script */');
writeFileSync(join(directory, 'assets/app-4f2a.js.br'), 'compressed');

const server = fastify({ routerOptions: { ignoreTrailingSlash: true } });
server.setErrorHandler((error, _request, reply) => reply.code(toHttpFailure(error).status).send());
await serveWebBuild(server, directory);
const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });

test('hashed files are cached permanently, all others are requested again', async () => {
  expect((await get('/assets/app-4f2a.js')).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  );
  for (const url of ['/', '/sw.js', '/index.html'])
    expect((await get(url)).headers['cache-control']).toBe('no-cache');
});

test('sends a file compressed by the build unchanged', async () => {
  const answer = await get('/assets/app-4f2a.js', { 'accept-encoding': 'br' });
  expect([answer.headers['content-encoding'], answer.body]).toEqual(['br', 'compressed']);
});

test('returns the page for an application address, and 404 for a missing file', async () => {
  for (const url of ['/home', '/meter/AA:BB:CC:DD:EE:FF', '/recovery/abc?x=1.5']) {
    const answer = await get(url, { accept: 'text/html' });
    expect([answer.statusCode, answer.body]).toEqual([200, '<p>page</p>']);
    expect(answer.headers['cache-control']).toBe('no-cache');
  }
  expect((await get('/assets/app-old.js')).statusCode).toBe(404);
  expect((await get('/../../etc/passwd')).body).not.toContain('root:');
});

test('pages with a secret in their address are not indexed, and send no referrer', async () => {
  const headersOf = async (url: string) => (await get(url, { accept: 'text/html' })).headers;
  for (const screen of ['tv', 'shared', 'recovery', 'unrecognized', 'invitation'])
    expect(await headersOf(`/${screen}/a-secret`), screen).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    });
  expect(await headersOf('/home')).not.toHaveProperty('x-robots-tag');
});
