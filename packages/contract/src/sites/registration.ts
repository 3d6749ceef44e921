import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { mac } from '../base/conventions.ts';
import { maxLength, oneLine } from '../base/text-with-lines.ts';
import { newLocation } from './establishments.ts';
import { MAX_COMMENT, MAX_NAME } from './meter-changes.ts';
import { claimCode, installation, tension } from './meters.ts';

export const newMeter = z.strictObject({
  MACAddress: mac,
  code: claimCode,
  Alias: z
    .string()
    .check(z.trim(), z.minLength(1, 'Verifique os campos digitados'), maxLength(MAX_NAME), oneLine),
  Comment: z._default(z.string().check(z.trim(), maxLength(MAX_COMMENT)), ''),
  location: newLocation,
  isGeral: z._default(z.boolean(), false),
  tax: z._default(z.nullable(z.string()), null),
  tension: z._default(tension, 220),
  solarPanel: z._default(z.boolean(), false),
});
export type NewMeter = z.output<typeof newMeter>;

export const registerMeter = defineCall({
  name: 'registerMeter',
  route: 'POST /board-new',
  permission: 'install-meter',
  summary: 'Creates a location and installs a board there, or neither.',
  body: newMeter,
  fails: ['not-found', 'conflict'],
  success: 201,
  answer: { installation },
});
