import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { secureAttribute } from './secure-cookie.ts';

const attributeOf = async (publicUrl: string, trustProxy: boolean, proto?: string): Promise<string> => {
  const server = fastify({ trustProxy: trustProxy && ((_address, hop) => hop === 0) });
  server.get('/', (_request, reply) => `<${secureAttribute(reply, publicUrl)}>`);
  const headers = proto === undefined ? {} : { 'x-forwarded-proto': proto };
  return (await server.inject({ url: '/', headers })).body;
};
const HERE = 'http://localhost:8080';

it.each([
  ['a server without HTTPS', HERE, false, undefined, '<>'],
  ['an address of HTTPS', 'https://app.test', false, undefined, '<; Secure>'],
  ['HTTPS up to a trusted proxy', HERE, true, 'https', '<; Secure>'],
  ['HTTP up to a trusted proxy', HERE, true, 'http', '<>'],
  ['a header that nobody is trusted with', HERE, false, 'https', '<>'],
])('limits a cookie to HTTPS or not by %s', async (_, publicUrl, trustProxy, proto, attribute) => {
  expect(await attributeOf(publicUrl, trustProxy, proto)).toBe(attribute);
});
