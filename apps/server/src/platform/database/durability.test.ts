import { expect, test } from 'vitest';
import { durabilityOf } from './durability.ts';

test.each([
  ['off', true, '*', 0],
  ['on', false, '*', 0],
  ['on', true, '', 1],
  ['local', true, 'FIRST 1 (b)', 1],
  ['remote_write', true, 'FIRST 1 (b)', 1],
  ['on', true, 'FIRST 1 (b)', 2],
  ['remote_apply', true, 'ANY 1 (b, c)', 2],
] as const)(
  'synchronous_commit %s, fsync %s and standbys %s store data on %i disks',
  (commit, fsync, standbys, disks) => {
    const settings = { synchronousCommit: commit, fsync, synchronousStandbyNames: standbys };
    expect(durabilityOf(settings)).toEqual({ ...settings, disks });
  },
);
