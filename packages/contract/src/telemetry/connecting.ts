import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant } from '../base/conventions.ts';
import { described } from '../base/described.ts';

export const connecting = z.object({
  ports: described(
    'MQTT ports for boards; `tls` is `null` if it is closed.',
    z.object({ plain: z.int(), tls: z.nullable(z.int()) }),
  ),
  topic: described(
    'The only topic to which the board may publish; with an adapter, also the topics below it.',
    z.string(),
  ),
  lastRefusal: described(
    'Newest refused frame of the board since its installation.',
    z.nullable(z.object({ at: answeredInstant, reason: z.string(), explanation: z.string() })),
  ),
  isMeasured: described('Whether any data was ever counted for this meter, also by an import.', z.boolean()),
});
export type Connecting = z.output<typeof connecting>;

export const readConnecting = defineCall({
  name: 'readConnecting',
  route: 'GET /board/:mac/connecting',
  permission: 'see-own-meters',
  summary: 'Connection settings for the board of a meter, and the reason why its last message was refused.',
  answer: { connecting },
});
