import { globSync, readFileSync } from 'node:fs';
import { everyCall } from '@nascente/contract/every-call';
import { expect, it } from 'vitest';

const CONTRACT = new URL('../../../../../../packages/contract/src/', import.meta.url);

it('the list of calls has those of every file', () => {
  const declared = globSync('**/*.ts', { cwd: CONTRACT }).flatMap((path) =>
    [...readFileSync(new URL(path, CONTRACT), 'utf8').matchAll(/^export const (\w+) = defineCall\(/gm)].map(
      ([, name]) => name,
    ),
  );
  expect(declared.length).toBeGreaterThan(150);
  expect(new Set(everyCall.map(({ name }) => name))).toEqual(new Set(declared));
});
