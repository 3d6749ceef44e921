import { inOneLine } from '@nascente/contract/base/text-with-lines';
import type { Profile } from '@nascente/domain/people/profiles';
import type { Claims, ProviderConfig } from './provider.ts';

/** A person as described by the provider's claims. */
export interface ProviderPerson {
  readonly subject: string;
  /** `null` unless the provider has verified the e-mail. */
  readonly email: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly hasSecondStep: boolean;
  /** `unchanged`: no groups are configured. `null`: the person is in none of the configured groups. */
  readonly profile: Profile | 'unchanged' | null;
}

const EVERYBODY = '*';
const NAME_LENGTH = 120;
const EMAIL = /^[^\s@<>]{1,64}@[^\s@<>]{1,189}$/;

/** Claims may contain characters that the database refuses or that break a line. */
const textOf = (value: unknown): string => (typeof value === 'string' ? inOneLine(value.toWellFormed()) : '');

/** A claim by its literal name, or by its dotted path. */
const claimOf = (claims: Readonly<Record<string, unknown>>, name: string): unknown => {
  if (name in claims) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (inner, part) =>
        typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[part] : undefined,
      claims,
    );
};

const namesIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((name) => typeof name === 'string');

const profileOf = (claims: Claims, groups: ProviderConfig['groups']): ProviderPerson['profile'] => {
  if (groups === null) return 'unchanged';
  const own = namesIn(claimOf(claims, groups.claim));
  const found = groups.profiles.find(({ group }) => group === EVERYBODY || own.includes(group));
  return found?.profile ?? null;
};

/** RFC 8176: `mfa` states several factors; other values need an agreement. */
const hasSecondStep = ({ amr, acr }: Claims, agreed: string | null): boolean =>
  namesIn(amr).includes('mfa') || (agreed !== null && acr === agreed);

export const personOf = (
  claims: Claims,
  { groups, acr }: Pick<ProviderConfig, 'groups' | 'acr'>,
): ProviderPerson => {
  const email = textOf(claims['email']).toLowerCase();
  const isExternal = claims['email_verified'] === true && EMAIL.test(email);
  const firstName = textOf(claims['given_name']) || textOf(claims['name']) || (email.split('@')[0] ?? '');
  const lastName = textOf(claims['given_name']) === '' ? '' : textOf(claims['family_name']);
  return {
    subject: claims.sub,
    email: isExternal ? email : null,
    firstName: firstName.slice(0, NAME_LENGTH),
    lastName: lastName.slice(0, NAME_LENGTH),
    hasSecondStep: hasSecondStep(claims, acr),
    profile: profileOf(claims, groups),
  };
};
