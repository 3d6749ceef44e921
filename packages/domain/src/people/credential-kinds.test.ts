import { expect, it } from 'vitest';
import { credentialKinds, credentialLabel, removableKinds } from './credential-kinds.ts';

it('labels each kind differently', () => {
  const labels = credentialKinds.map(credentialLabel);
  expect(new Set(labels).size).toBe(credentialKinds.length);
});

it('excludes the second-step credentials from the removable kinds', () => {
  const removable: readonly string[] = removableKinds;
  for (const kind of ['passkey', 'authenticator', 'recovery-codes']) expect(removable).not.toContain(kind);
});
