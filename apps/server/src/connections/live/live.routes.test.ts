import { expect, test } from 'vitest';
import { feedUrl } from './index.ts';

test.for([
  ['an https address', 'https://nascente.test', 'wss://nascente.test/mqtt'],
  ['an https address with a port', 'https://nascente.test:8443', 'wss://nascente.test:8443/mqtt'],
  ['an http address', 'http://10.0.0.5:8080', 'ws://10.0.0.5:8080/mqtt'],
  ['no public address, the port that served the page', null, '/mqtt'],
] as const)('returns for %s the feed address that its pages can open', ([, publicUrl, url]) => {
  expect(feedUrl(publicUrl)).toBe(url);
});
