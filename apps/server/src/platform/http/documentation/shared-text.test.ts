import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import compress from '@fastify/compress';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSharedText, documentApi } from './documentation.ts';

const TEXT = 'Energia e água. '.repeat(1_000);
let app: FastifyInstance;
let written = 0;

beforeAll(async () => {
  app = fastify();
  await app.register(compress);
  const write = () => {
    written += 1;
    return TEXT;
  };
  app.get('/text', createSharedText(write, 'text/plain; charset=utf-8'));
  await documentApi(app);
});
afterAll(() => app.close());

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip;q=0.5', 'gzip', gunzipSync],
  ['identity', undefined, (bytes: Buffer) => bytes],
  [undefined, undefined, (bytes: Buffer) => bytes],
])(
  'a client that accepts %s receives the same text, compressed once as %s',
  async (accepted, encoding, unpack) => {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    for (let times = 0; times < 2; times++) {
      const answer = await app.inject({ url: '/text', headers });
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(unpack(answer.rawPayload).toString()).toBe(TEXT);
    }
    expect(written).toBe(1);
  },
);

test('the documentation page reads the single document without a copy', async () => {
  for (const copy of ['/api/docs/json', '/api/docs/yaml']) {
    const led = await app.inject(copy);
    expect([led.statusCode, led.headers['location']]).toEqual([302, '/api/openapi.json']);
  }
  expect((await app.inject('/api/docs/')).statusCode).toBe(200);
  expect((await app.inject('/api/openapi.json')).json()).toHaveProperty('paths');
});
