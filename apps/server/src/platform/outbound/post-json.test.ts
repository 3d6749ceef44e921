import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostJson } from './post-json.ts';

let asked = 0;
const server = createServer((_request, response) => {
  asked += 1;
  response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('answers a redirect as it is, and does not follow it', async () => {
  const post = createPostJson({ allowsPrivate: true });
  expect(await post(`http://127.0.0.1:${port}/`, '{}', {})).toEqual({ status: 302, reason: null });
});

it.each(['127.0.0.1', 'localhost', '[::1]', '0x7f000001'])(
  'sends nothing to %s unless that is allowed',
  async (host) => {
    const before = asked;
    const answered = await createPostJson({ allowsPrivate: false })(`http://${host}:${port}/`, '{}', {});
    expect(answered).toEqual({ status: null, reason: 'O endereço leva a uma rede interna.' });
    expect(asked).toBe(before);
  },
);

it.each([
  ['http://127.0.0.1:1/', 'O servidor não aceita conexões nessa porta.'],
  ['http://nada.invalid/', 'O nome do servidor não'],
])('says in words why %s gave no answer', async (url, words) => {
  const { status, reason } = await createPostJson({ allowsPrivate: true })(url, '{}', {});
  expect(status).toBeNull();
  expect(reason).toContain(words);
});
