import type { Call, QueryOf } from '@nascente/contract/base/call';
import type { CallBinder } from './bind-call.ts';
import { readInput } from './input.ts';

type Redirecting = Call & { readonly access: 'anyone'; readonly method: 'GET'; readonly success: 302 };

/** Answers a link that a browser follows: `lead` does what the link is for and says where to go next. */
export const bindRedirect = <const C extends Redirecting>(
  app: CallBinder,
  call: C,
  lead: (query: QueryOf<C>) => Promise<string>,
): void => {
  app.fastify.route({
    method: call.method,
    url: `/api${call.path}`,
    handler: async (request, reply) => {
      const { query } = readInput(call, request);
      const path = await lead(query as QueryOf<C>);
      return reply.header('cache-control', 'no-store').redirect(path, call.success);
    },
  });
};
