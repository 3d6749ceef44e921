import { REFUSAL_EXPLANATIONS, type RefusalReason } from '@nascente/domain/telemetry/frames/refusal';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { described } from '../base/described.ts';

/** Maximum readings of one call. */
export const MAX_READINGS = 5_000;

const TOO_MANY = 'Envie no máximo 5.000 leituras por chamada.';
const EMPTY = 'Envie ao menos uma leitura: linhas de texto ou uma lista em JSON.';

const readingReasons = Object.keys(REFUSAL_EXPLANATIONS) as [RefusalReason, ...RefusalReason[]];

/** The message for a body that matches no accepted format. */
const whyNone = (input: unknown): string => {
  const list = typeof input === 'object' && input !== null && 'readings' in input ? input.readings : input;
  return Array.isArray(list) && list.length > MAX_READINGS ? TOO_MANY : EMPTY;
};

const readings = z.array(z.unknown()).check(z.minLength(1, EMPTY), z.maxLength(MAX_READINGS, TOO_MANY));

/** A reading by values, or a message of a board with an adapter in the meter's own format. */
const oneMessage = z
  .looseObject({})
  .check(z.refine((body) => !('readings' in body), { error: ({ input }) => whyNone(input) }));

/**
 * A reading with named values. A board may omit `mac`. `ts`: epoch seconds, epoch milliseconds or ISO 8601. Each invalid reading
 * of a call is reported separately.
 */
export const readingOfValues = z.object({
  mac: z.optional(z.string()),
  ts: z.union([z.string(), z.number()]),
  values: z.record(z.string(), z.unknown()),
});

export const ingestReadings = defineCall({
  name: 'ingestReadings',
  route: 'POST /ingest',
  // The call has credentials of its own: Basic with the MAC and the key of the board, or with those that a fleet shares.
  access: 'anyone',
  summary:
    "Readings of boards by HTTP, as an alternative to MQTT: up to 5,000 lines as text/plain (one a line, as on MQTT), or as JSON {mac, ts, values}, [{mac, ts, values}] or {readings: [...]}; gzip is accepted. A board with an adapter sends messages of its own format, one or a list. Authorization: Basic MAC:KEY of the board, or the fleet's credentials. The answer is sent after all accepted readings are stored; repeated readings are accepted and change nothing.",
  credentials: 'basic',
  packed: true,
  fails: ['credentials', 'not-allowed', 'conflict', 'too-many'],
  textBody: {
    example: '70:B3:D5:8A:00:01,2026-11-20T12:00:00Z,-61,31.2,127.1,6.4,0.98,812,164,0.2,0.04,2.1,8.4',
  },
  body: z.union([z.string(), z.object({ readings }), readings, oneMessage], {
    error: ({ input }) => whyNone(input),
  }),
  answer: {
    accepted: described('Number of stored readings, with those that were stored before.', z.int()),
    refused: z.array(
      z.object({
        index: described('Index among the readings of the call, from 0, without blank lines.', z.int()),
        reason: z.enum(readingReasons),
        msg: z.string(),
      }),
    ),
  },
});
