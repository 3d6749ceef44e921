import { beforeEach } from 'vitest';
import { anAnsweringApi } from './answering-api.ts';
import type { Requested, startApi } from './api-server.ts';

type Answered = ReturnType<Parameters<typeof startApi>[0]>;

/** For every test of a file: a server that answers what `stored` holds, of which each test begins with the usual. */
export const aServerWith = <Stored extends object>(
  usual: () => Stored,
  answer: (requested: Requested, stored: Stored) => Answered,
) => {
  const stored = usual();
  const { requests } = anAnsweringApi((one) => answer(one, stored));
  beforeEach(() => void Object.assign(stored, usual()));
  return { stored, requests };
};
