import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEndOfFile } from '../end-of-file.ts';

type Part = (request: IncomingMessage, response: ServerResponse) => void;

/** A public register on this machine that plays the part it is given, and keeps what it was asked. */
export const startTestRegister = async () => {
  let part: Part = (_, response) => response.writeHead(404).end();
  const requested: { readonly path: string; readonly userAgent: string | undefined }[] = [];
  const server = createServer((request, response) => {
    requested.push({ path: request.url ?? '', userAgent: request.headers['user-agent'] });
    part(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: requested,
    plays(next: Part) {
      part = next;
    },
    answers(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      part = (_, response) => response.writeHead(status, headers).end(text);
    },
  };
};

export type TestRegister = Awaited<ReturnType<typeof startTestRegister>>;
