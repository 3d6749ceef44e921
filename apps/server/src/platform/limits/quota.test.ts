import { instant } from '@nascente/domain/time/zone';
import { expect, test } from 'vitest';
import { LimitReached } from '../errors.ts';
import { createQuota } from './quota.ts';
import { subscriberOf } from './subscriber.ts';
import { waitWords } from './wait-words.ts';

const caught = (work: () => void): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
};

test('what is used up is refused with the time to wait, and is given back when its window ends', () => {
  let now = instant(1_000);
  const quota = createQuota({ clock: () => now, most: 2, windowMs: 90_000 });
  quota.use('a');
  quota.use('a');
  now = instant(31_000);
  const refusal = caught(() => quota.use('a'));
  expect(refusal).toBeInstanceOf(LimitReached);
  expect(refusal).toMatchObject({
    message: 'Muitos pedidos. Tente novamente em 1 minuto.',
    retryAfterSeconds: 60,
  });
  expect(caught(() => quota.use('b'))).toBeNull();
  now = instant(91_000);
  expect(caught(() => quota.use('a'))).toBeNull();
});

test.each([
  [1, '1 segundo'],
  [59, '59 segundos'],
  [60, '1 minuto'],
  [61, '2 minutos'],
])('%i seconds are told as %s', (seconds, words) => {
  expect(waitWords(seconds)).toBe(words);
});

test.each([
  ['200.1.2.3', '200.1.2.3'],
  ['::ffff:200.1.2.3', '200.1.2.3'],
  ['2804:14c:65d5:8000:1:2:3:4', '2804:14c:65d5:8000'],
  ['2804:14c::1', '2804:14c:0:0'],
  ['::1', '0:0:0:0'],
])('the subscriber at %s is %s', (address, subscriber) => {
  expect(subscriberOf(address)).toBe(subscriber);
});
