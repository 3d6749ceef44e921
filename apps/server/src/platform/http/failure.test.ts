import { failure } from '@nascente/contract/base/conventions';
import { expect, test } from 'vitest';
import * as errors from '../errors.ts';
import { toHttpFailure } from './failure.ts';

test.each([
  [new errors.InvalidInput('x'), 400, 'validation'],
  [new errors.InvalidInput('x', [], 'duplicate'), 400, 'duplicate'],
  [new errors.InvalidInput('x', [{ path: 'a', msg: 'b' }], 'req-error'), 400, 'req-error'],
  [new errors.WrongCredentials('x'), 401, 'error'],
  [new errors.Expired('x'), 401, 'expired'],
  [new errors.NotAllowed('x'), 403, 'forbidden'],
  [new errors.NotFound('x'), 404, 'not-found'],
  [new errors.TooSlow('x'), 408, 'req-error'],
  [new errors.Conflict('x'), 409, 'duplicate'],
  [new errors.LimitReached('x'), 409, 'limit'],
  [new errors.LimitReached('x', 60), 429, 'limit'],
  [new errors.Unavailable('x'), 503, 'unavailable'],
] as const)('answers %s with its own text', (error, status, type) => {
  const answer = toHttpFailure(error);
  expect(answer.status).toBe(status);
  expect(failure.parse(answer.body)).toMatchObject({ ok: false, type, msg: 'x' });
});

test.each([new errors.Bug('x'), new TypeError('x'), 'x', null, undefined])(
  'hides the details of %s',
  (error) => {
    const { status, body } = toHttpFailure(error);
    expect([status, body.type]).toEqual([500, 'error']);
    expect(body.msg).toBe('Algo inesperado aconteceu, tente novamente mais tarde.');
  },
);

test('an error has the name of its class', () => {
  expect(new errors.Conflict('x').name).toBe('Conflict');
});
