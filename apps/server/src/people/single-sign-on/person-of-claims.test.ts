import { describe, expect, it } from 'vitest';
import { providerGroups } from '../../config-parsers.ts';
import { personOf } from './person-of-claims.ts';

const EMPTY = { groups: null, acr: null };
const ANA = { sub: 'ana', email: 'Ana@Padaria.test', email_verified: true };
const groups = providerGroups('groups:/energia admins=Admin,energia=Manager');

describe('identity from claims', () => {
  it('reads the identity from the standard claims', () => {
    expect(personOf({ ...ANA, given_name: 'Ana', family_name: 'Lima' }, EMPTY)).toEqual({
      subject: 'ana',
      email: 'ana@padaria.test',
      firstName: 'Ana',
      lastName: 'Lima',
      hasSecondStep: false,
      profile: 'unchanged',
    });
    expect(personOf({ ...ANA, name: 'Ana Lima' }, EMPTY)).toMatchObject({
      firstName: 'Ana Lima',
      lastName: '',
    });
    expect(personOf(ANA, EMPTY).firstName).toBe('ana');
  });

  it.each([
    [{ email_verified: false }],
    [{ email_verified: 'true' }],
    [{ email_verified: undefined }],
    [{ email: 'ana' }],
    [{ email: ['ana@padaria.test'] }],
  ])('reads no e-mail from %j', (claims) => {
    expect(personOf({ ...ANA, ...claims }, EMPTY).email).toBeNull();
  });
});

it('stores a name as valid text on one line', () => {
  const claims = { ...ANA, given_name: '\u202eA\0na\r\n', family_name: 'Li\ud800ma' };
  expect(personOf(claims, EMPTY)).toMatchObject({ firstName: 'A na', lastName: 'Li\ufffdma' });
  expect(personOf({ ...ANA, email: 'a\0na@padaria.test' }, EMPTY).email).toBeNull();
});

describe('the second step of the provider', () => {
  it.each([
    [{ amr: ['pwd', 'mfa'] }, null, true],
    [{ amr: ['pwd'] }, null, false],
    [{ acr: 'gold' }, 'gold', true],
    [{ acr: 'silver' }, 'gold', false],
    [{ acr: 'gold' }, null, false],
    [{}, null, false],
  ])('evaluates the claims %j with the agreed value %j as %j', (claims, acr, is) => {
    expect(personOf({ ...ANA, ...claims }, { groups: null, acr }).hasSecondStep).toBe(is);
  });
});

describe('profiles of provider groups', () => {
  it.each([
    [{ groups: ['outros', 'energia'] }, 'Manager'],
    [{ groups: ['energia', '/energia admins'] }, 'Admin'],
    [{ groups: 'energia' }, 'Manager'],
    [{ groups: ['outros'] }, null],
    [{ groups: { energia: true } }, null],
    [{}, null],
  ])('assigns to %j the profile %j', (claims, profile) => {
    expect(personOf({ ...ANA, ...claims }, { groups, acr: null }).profile).toBe(profile);
  });

  it('reads groups from a nested claim or one with dots, and a profile for every account', () => {
    const inner = providerGroups('realm_access.roles:admin=Admin');
    expect(
      personOf({ ...ANA, realm_access: { roles: ['admin'] } }, { groups: inner, acr: null }).profile,
    ).toBe('Admin');
    const named = providerGroups('https://padaria.test/groups:a=Admin,*=user');
    expect(
      personOf({ ...ANA, 'https://padaria.test/groups': ['a'] }, { groups: named, acr: null }).profile,
    ).toBe('Admin');
    expect(personOf(ANA, { groups: named, acr: null }).profile).toBe('user');
  });

  it.each(['groups', 'groups:', 'groups:a', 'groups:a=client', 'groups:a=Admin,', ':a=Admin'])(
    'refuses the group mapping %j',
    (text) => {
      expect(() => providerGroups(text)).toThrow('claim:group=profile');
    },
  );
});
