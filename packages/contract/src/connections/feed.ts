import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';

export const readFeed = defineCall({
  name: 'readFeed',
  method: 'GET',
  effect: 'reads',
  path: '/feed',
  access: 'session',
  permission: 'follow-live-feed',
  summary: 'Short-lived credentials for the live feed (MQTT over WebSocket).',
  success: 200,
  answer: z.object({
    ok,
    url: described(
      'ws:// or wss:// address, or a path on the HTTP port (`/mqtt`), relative to the host of the page.',
      z.string(),
    ),
    clientId: z.string(),
    username: z.string(),
    password: z.string(),
    expiresAt: answeredInstant,
  }),
});
