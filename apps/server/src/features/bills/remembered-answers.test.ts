import { expect, test } from 'vitest';
import { createRememberedAnswers } from './remembered-answers.ts';

const counting = () => {
  let made = 0;
  const make = async () => ({ made: ++made });
  return make;
};

test('an answer is made once from the same, and again from anything else', async () => {
  const { recall } = createRememberedAnswers();
  const make = counting();
  const facts = (price: bigint, flag: string) => [{ price }, new Map([['2026-10', flag]])];
  expect(await recall('a', facts(1n, 'verde'), make)).toEqual({ made: 1 });
  expect(await recall('a', facts(1n, 'verde'), make)).toEqual({ made: 1 });
  expect(await recall('a', facts(2n, 'verde'), make)).toEqual({ made: 2 });
  expect(await recall('a', facts(2n, 'amarela'), make)).toEqual({ made: 3 });
  expect(await recall('b', facts(2n, 'amarela'), make)).toEqual({ made: 4 });
});

test('what is not to be remembered is made every time', async () => {
  const { recall } = createRememberedAnswers();
  const make = counting();
  await recall('a', null, make);
  expect(await recall('a', null, make)).toEqual({ made: 2 });
});

test('what was asked for longest ago is forgotten first', async () => {
  const { recall } = createRememberedAnswers(2);
  const make = counting();
  for (const key of ['a', 'b', 'a', 'c']) await recall(key, [], make);
  expect(await recall('a', [], make)).toEqual({ made: 1 });
  expect(await recall('b', [], make)).toEqual({ made: 4 });
});

test('an answer that could not be made is not remembered', async () => {
  const { recall } = createRememberedAnswers();
  await expect(recall('a', [], () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await recall('a', [], counting())).toEqual({ made: 1 });
});
