import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Requested {
  method: string;
  path: string;
  token: string | undefined;
  headers: IncomingHttpHeaders;
  body: unknown;
}

type Answer = { status?: number; body: unknown };
type Answering = (requested: Requested) => Answer | 'hang up' | Promise<Answer>;

declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const isJson = request.headers['content-type']?.startsWith('application/json') ?? true;
  if (!isJson) return text;
  return text === '' ? undefined : JSON.parse(text);
};

/** jsdom's XMLHttpRequest keeps the origin that the page began with: to it this server is another one. */
const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*, access-token' };

/** A real HTTP server that answers as told and remembers what it was asked; the page's address becomes its own. */
export const startApi = async (answering: Answering) => {
  const requested: Requested[] = [];
  let answer = answering;
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, CORS).end();
      return;
    }
    const token = request.headers['access-token'];
    const one: Requested = {
      method: request.method ?? '',
      path: request.url ?? '',
      token: typeof token === 'string' ? token : undefined,
      headers: request.headers,
      body: await bodyOf(request),
    };
    requested.push(one);
    const answered = await answer(one);
    if (answered === 'hang up') {
      response.destroy();
      return;
    }
    response.writeHead(answered.status ?? 200, { ...CORS, 'content-type': 'application/json' });
    response.end(typeof answered.body === 'string' ? answered.body : JSON.stringify(answered.body));
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  jsdom.reconfigure({ url: `http://127.0.0.1:${port}/` });
  return {
    requests: requested,
    server,
    answerWith: (next: Answering) => {
      answer = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export const aUser = {
  _id: '1',
  firstName: 'Marina',
  lastName: 'Costa',
  email: 'marina@aurora.example',
  birth: null,
  gender: null,
  cnpj: null,
  profile: 'user',
  accountType: 'comerc',
  active: true,
  pictureUrl: null,
  labelManager: null,
  logoPartner: null,
  solarPanel: false,
  postalCode: null,
  tax: null,
  group: null,
  color: null,
  users: [] as string[],
  credentialsUntil: null,
  brand: 'first',
} as const;
