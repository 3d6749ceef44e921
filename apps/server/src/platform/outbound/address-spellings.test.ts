import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createBoundedRequest } from './bounded-request.ts';
import { type Resolve, refuseClosedHost } from './public-address.ts';

/** The loopback and its relatives, in each spelling that some parser takes for an address. */
const HOSTS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '00.0',
  '127.0.0.1.',
  '0x7F.0x0.0x0.0x1',
  '127.0.0.01',
  '127.0.0.0x1',
  '4294967295',
  '１２７.０.０.１',
  '127。0。0。1',
  '127．0．0．1',
  '①②⑦.0.0.1',
  '0x7f。1',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fe80::1%25lo]',
  '[::1%25lo]',
  '[::1',
  '::1',
  '[0000::0001]',
  '[::FFFF:127.0.0.1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'loc%61lhost',
  'ｌｏｃａｌｈｏｓｔ',
  'ⓛocalhost',
  'loc\u00adalhost',
  'a.localhost',
  '169.254.169.254',
  '10.0.0.1',
  '192.168.0.1',
  '172.16.0.1',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
];
/** Characters at which one parser ends a host and another does not. */
const BEHIND = [
  '',
  ';',
  ';.example.com',
  '\\.example.com',
  '\\@example.com',
  '\t',
  '\n',
  '%00.example.com',
  '#.example.com',
];
const MORE_BEHIND = [
  '?.example.com',
  '.example.com',
  '{.example.com',
  "'.example.com",
  '"',
  '$',
  '&',
  '(',
  '*',
  '+',
  ',',
  '=',
  '!',
  '~',
  '`',
  '%3b',
];
const BEFORE = [
  '',
  'example.com@',
  'example.com:80@',
  'a:b@c@',
  '@',
  '\\',
  'example.com\\@',
  'example.com#@',
  '%40',
];
const SCHEMES = ['http://', 'http:', 'http:/', 'http:\\\\', 'HTTP://', 'http:///'];

const SPELLINGS = SCHEMES.flatMap((scheme) =>
  BEFORE.flatMap((before) =>
    HOSTS.flatMap((host) =>
      [...BEHIND, ...MORE_BEHIND].flatMap((behind) => [
        (port: number) => `${scheme}${before}${host}:${port}${behind}`,
        (port: number) => `${scheme}${before}${host}${behind}:${port}/`,
      ]),
    ),
  ),
);
/** Uniform random values, the same in each run. */
const STEP = SPELLINGS.length / 10_000;
const DRAWN = Array.from({ length: 10_000 }, (_, n) => SPELLINGS[Math.floor(n * STEP)] ?? String);
const CONCURRENT = 50;

it('connects to no internal address in any of 10,000 spellings', async () => {
  let connections = 0;
  let resolved = 0;
  let refused = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  /** The resolver of an attacker: every name resolves to this machine. */
  const resolve: Resolve = (_name, _options, callback) => {
    resolved += 1;
    callback(null, [{ address: '127.0.0.1', family: 4 }]);
  };
  const sendRequest = createBoundedRequest({ allowsPrivate: false, timeoutMs: 2_000, resolve });
  for (let n = 0; n < DRAWN.length; n += CONCURRENT) {
    const answers = await Promise.all(
      DRAWN.slice(n, n + CONCURRENT).map((spelled) => sendRequest(spelled(port), '{}', {})),
    );
    refused += answers.filter(({ reason }) => reason === 'O endereço leva a uma rede interna.').length;
    expect(answers.every(({ status }) => status === null)).toBe(true);
  }
  expect(connections).toBe(0);
  // The others are no addresses for any parser.
  expect(resolved).toBeGreaterThan(1_000);
  expect(refused).toBeGreaterThan(1_000);
}, 120_000);

it('checks the host of the actual connection', () => {
  const address = new URL('https://127.0.0.1;.example.com/');
  expect(address.hostname).toBe('127.0.0.1;.example.com');
  expect(() => refuseClosedHost(address)).not.toThrow();
});
