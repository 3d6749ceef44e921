import { inflateSync } from 'node:zlib';
import { InvalidInput } from '../../platform/errors.ts';
import { answerFromProcess } from '../../platform/workers/process-answer.ts';

/** Work for the tests of bounded processes: the file is the wish. */
await answerFromProcess(async (file) => {
  const wish = file.toString();
  if (wish === 'refuse') throw new InvalidInput('Assim não.', [{ path: 'file', msg: 'Assim não.' }]);
  if (wish === 'break') throw new RangeError('nobody expected this');
  if (wish === 'never end') for (;;);
  if (wish === 'environment') return Object.keys(process.env);
  if (wish === 'long answer') return 'x'.repeat(10_000_000);
  const stored: unknown[] = [];
  while (wish === 'fill heap') stored.push(Array.from({ length: 100_000 }, (_, index) => index + 0.5));
  // As a decoder that catches what it cannot allocate, and goes on.
  while (wish === 'fill buffers')
    try {
      stored.push(Buffer.alloc(10_000_000, 1));
    } catch {
      return 'went on';
    }
  return wish.startsWith('answer') ? wish : inflateSync(file).length;
});
