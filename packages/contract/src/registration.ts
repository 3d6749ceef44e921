import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { mac, ok } from './conventions.ts';
import { newLocation } from './establishments.ts';
import { LONGEST_COMMENT, LONGEST_NAME } from './meter-changes.ts';
import { installation } from './meters.ts';

export const newMeter = z.strictObject({
  MACAddress: mac,
  Alias: z
    .string()
    .check(z.trim(), z.minLength(1, 'Verifique os campos digitados'), z.maxLength(LONGEST_NAME)),
  Comment: z._default(z.string().check(z.trim(), z.maxLength(LONGEST_COMMENT)), ''),
  location: newLocation,
  isGeral: z._default(z.boolean(), false),
  tax: z._default(z.nullable(z.string()), null),
  tension: z._default(z.union([z.literal(110), z.literal(220)]), 220),
  solarPanel: z._default(z.boolean(), false),
});
export type NewMeter = z.output<typeof newMeter>;

export const registerMeter = defineCall({
  name: 'registerMeter',
  method: 'POST',
  path: '/board-new',
  access: 'session',
  permission: 'install-meter',
  summary: 'Creates a location and installs a board there: both or nothing.',
  body: newMeter,
  success: 201,
  answer: z.object({ ok, installation }),
});
