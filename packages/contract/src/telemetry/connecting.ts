import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, mac, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';

export const connecting = z.object({
  ports: described(
    'Ports of MQTT for boards; `tls` is null where none is open.',
    z.object({ plain: z.int(), tls: z.nullable(z.int()) }),
  ),
  topic: described(
    'The only topic that its board may publish to, and below it for a board with an adapter.',
    z.string(),
  ),
  lastRefusal: described(
    'The newest frame of the board that was refused since it was installed.',
    z.nullable(z.object({ at: answeredInstant, reason: z.string(), explanation: z.string() })),
  ),
  isMeasured: described('Whether anything was ever counted for this meter, also by an import.', z.boolean()),
});
export type Connecting = z.output<typeof connecting>;

export const readConnecting = defineCall({
  name: 'readConnecting',
  method: 'GET',
  effect: 'reads',
  path: '/board/:mac/connecting',
  access: 'session',
  permission: 'see-own-meters',
  summary: 'How the board of a meter is to be connected, and why its last message was refused.',
  params: z.object({ mac }),
  success: 200,
  answer: z.object({ ok, connecting }),
});
