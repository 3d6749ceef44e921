import { beforeEach } from 'vitest';
import { anAnsweringApi } from './answering-api.ts';
import type { Asked, startApi } from './api-server.ts';

type Answered = ReturnType<Parameters<typeof startApi>[0]>;

/** For every test of a file: a server that tells what `told` holds, of which each test begins with the usual. */
export const aTellingApi = <Told extends object>(
  usual: () => Told,
  answer: (asked: Asked, told: Told) => Answered,
) => {
  const told = usual();
  const { asked } = anAnsweringApi((one) => answer(one, told));
  beforeEach(() => void Object.assign(told, usual()));
  return { told, asked };
};
