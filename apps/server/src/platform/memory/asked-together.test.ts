import { expect, test } from 'vitest';
import { asOneReading } from '../database/one-reading.ts';
import { askedTogether } from './asked-together.ts';

const recorded = () => {
  const asked: (readonly number[])[] = [];
  const ask = askedTogether(async (ids) => {
    asked.push(ids);
    if (ids.includes(13)) throw new Error('unlucky');
    return ids.map((id) => `answer ${id}`);
  });
  return { asked, ask };
};

test('who asks in one turn is answered by one question, each in its own order', async () => {
  const { asked, ask } = recorded();
  const answers = await Promise.all([ask([3, 1]), ask([1, 2, 1]), ask([])]);
  expect(answers).toEqual([['answer 3', 'answer 1'], ['answer 1', 'answer 2', 'answer 1'], []]);
  expect(asked).toEqual([[3, 1, 2]]);
});

test('who asks later, while a question is under way too, is answered by another', async () => {
  const { asked, ask } = recorded();
  const first = ask([1]);
  await Promise.resolve();
  expect(asked).toEqual([[1]]);
  const second = ask([1]);
  expect(await Promise.all([first, second])).toEqual([['answer 1'], ['answer 1']]);
  expect(asked).toEqual([[1], [1]]);
});

test('two readings are answered by a question each, also in the same turn', async () => {
  const { asked, ask } = recorded();
  const both = (ids: readonly number[]) => asOneReading(() => Promise.all([ask(ids), ask([9])]));
  expect(await Promise.all([both([1]), both([2])])).toEqual([
    [['answer 1'], ['answer 9']],
    [['answer 2'], ['answer 9']],
  ]);
  expect(asked).toEqual([
    [1, 9],
    [2, 9],
  ]);
});

test('where a question fails all who asked are told, and the next is asked again', async () => {
  const { ask } = recorded();
  const failed = await Promise.allSettled([ask([13]), ask([1])]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask([1])).toEqual(['answer 1']);
});
