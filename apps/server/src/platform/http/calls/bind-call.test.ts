import { defineCall } from '@nascente/contract/base/call';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { readingUnderWay } from '../../database/one-reading.ts';
import { noEditGuard } from '../edit-guard.ts';
import { createReadingTurns } from '../reading-turns.ts';
import { bindCall, bindField } from './bind-call.ts';

const aQuestion = defineCall({
  name: 'askByPost',
  route: 'POST /question',
  effect: 'reads',
  access: 'anyone',
  summary: 'Reads.',
  answer: z.object({ isOneReading: z.boolean() }),
});
const aChange = defineCall({
  ...aQuestion,
  name: 'changeByGet',
  route: 'GET /event',
  effect: 'changes',
  summary: 'Changes.',
});
const aCount = defineCall({
  name: 'count',
  route: 'POST /count',
  access: 'anyone',
  summary: 'Counts.',
  answer: { count: z.int() },
});
const aPage = defineCall({
  ...aCount,
  name: 'countOfPage',
  route: 'POST /page',
  answer: { count: z.int(), total: z.int() },
});

const fastify = Fastify();
fastify.setValidatorCompiler(() => () => true);
fastify.setSerializerCompiler(() => JSON.stringify);
afterAll(() => fastify.close());

const door = { verify: () => Promise.reject(new Error('nobody is asked for')) };
const app = { fastify, door, readInTurn: createReadingTurns(), edits: noEditGuard } as never;
bindField(app, aCount, () => 3);
// @ts-expect-error The answer has two fields.
bindField(app, aPage, () => 3);

test('treats a query as one reading also by POST, and a change never', async () => {
  const empty = readingUnderWay();
  const isOneReading = () => ({ isOneReading: readingUnderWay() !== empty });
  for (const call of [aQuestion, aChange]) bindCall(app, call, isOneReading);
  expect((await fastify.inject({ method: 'POST', url: '/api/question' })).json()).toEqual({
    isOneReading: true,
  });
  expect((await fastify.inject('/api/event')).json()).toEqual({ isOneReading: false });
});

test('answers with the only field of a call beside `ok`', async () => {
  expect((await fastify.inject({ method: 'POST', url: '/api/count' })).json()).toEqual({
    ok: true,
    count: 3,
  });
});
