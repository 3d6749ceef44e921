import { answerStreams } from '../../platform/workers/stream-answer.ts';

/** Streams for the tests of their thread. */
answerStreams(
  ({ prefix }: { prefix: string }) =>
    async function* ({ wish, pieces }: { wish: string; pieces: number }) {
      const stored: number[][] = [];
      for (let piece = 0; piece < pieces; piece++) {
        if (wish === 'break' && piece === 1) throw new RangeError('nobody expected this');
        while (wish === 'fill memory')
          stored.push(Array.from({ length: 100_000 }, (_, index) => index + 0.5));
        yield `${prefix}${piece} `;
      }
    },
);
