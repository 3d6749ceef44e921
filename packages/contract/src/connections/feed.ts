import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant } from '../base/conventions.ts';
import { described } from '../base/described.ts';

export const readFeed = defineCall({
  name: 'readFeed',
  route: 'GET /feed',
  permission: 'follow-live-feed',
  summary: 'Short-lived credentials for the live feed (MQTT over WebSocket).',
  answer: {
    url: described(
      'ws:// or wss:// address, or a path on the HTTP port (`/mqtt`), relative to the host of the page.',
      z.string(),
    ),
    clientId: z.string(),
    username: z.string(),
    password: z.string(),
    expiresAt: answeredInstant,
  },
});
