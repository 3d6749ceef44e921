import { randomUUID } from 'node:crypto';
import { workingOn } from '@nascente/runtime/working-on';
import type { FastifyInstance } from 'fastify';

const HEADER = 'x-request-id';
/** Somebody else's id stands in our log: letters that can draw or break nothing there, and few. */
const ACCEPTED = /^[\w.:-]{1,64}$/;

interface Asked {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The id that whoever asks has given the request, so that it can be followed through several programs; else a new one. */
export const requestIdOf = ({ headers }: Asked): string => {
  const idOfCaller = headers[HEADER];
  return typeof idOfCaller === 'string' && ACCEPTED.test(idOfCaller) ? idOfCaller : randomUUID();
};

/** Tells the id with every answer, and with every line that is logged on the way to it. */
export const nameRequests = (fastify: FastifyInstance): void => {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header(HEADER, request.id);
    workingOn.run(request.id, done);
  });
  // Reading a body begins anew, from the socket.
  fastify.addHook('preValidation', ({ id }, _reply, done) => workingOn.run(id, done));
};
