import { InvalidInput } from '../../platform/errors.ts';
import { answerFromWorker } from '../../platform/workers/worker-answer.ts';

/** Work for the tests of worker threads. */
await answerFromWorker(
  async ({ wish }: { wish: 'answer' | 'refuse' | 'break' | 'fill memory' | 'never end' }) => {
    if (wish === 'refuse') throw new InvalidInput('Assim não.', [{ path: 'file', msg: 'Assim não.' }]);
    if (wish === 'break') throw new RangeError('nobody expected this');
    if (wish === 'never end') for (;;);
    const stored: number[][] = [];
    while (wish === 'fill memory') stored.push(Array.from({ length: 100_000 }, (_, index) => index + 0.5));
    return { answered: wish };
  },
);
