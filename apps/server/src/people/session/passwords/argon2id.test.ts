import { describe, expect, it } from 'vitest';
import { hash, verify } from './passwords.ts';

describe('an Argon2id hash', () => {
  it('a hash names its cost and accepts its password only', async () => {
    const hashed = await hash('Água 100% limpa!');
    expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await verify(hashed, 'Água 100% limpa!')).toBe(true);
    expect(await verify(hashed, 'Agua 100% limpa!')).toBe(false);
    expect(await hash('Água 100% limpa!')).not.toBe(hashed);
  });

  it('verifies a hash by the cost that it names', async () => {
    // Reference command line of Argon2: echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1 -l 32
    const reference =
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await verify(reference, 'password')).toBe(true);
    expect(await verify(reference, 'differentpassword')).toBe(false);
  });

  it.each(['', 'x', '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO0'])(
    'refuses the stored value %j',
    async (stored) => {
      expect(await verify(stored, 'password')).toBe(false);
    },
  );
});
