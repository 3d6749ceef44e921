import { isIP } from 'node:net';
import type { Profile } from '@nascente/domain/people/profiles';

/** An invalid value. The message continues the name of the variable: 'PORT must be …'. */
export class WrongValue extends Error {}

const refuse = (rule: string): never => {
  throw new WrongValue(`must be ${rule}`);
};

export type Parse<T> = (text: string) => T;

export const anyText: Parse<string> = (text) => text;

export const integer =
  (min: number, maximum: number): Parse<number> =>
  (text) => {
    const value = Number(text);
    const isRight = /^\d+$/.test(text) && value >= min && value <= maximum;
    return isRight ? value : refuse(`a whole number from ${min} to ${maximum}`);
  };

export const port: Parse<number> = (text) =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : refuse('a port from 0 to 65535');

const HOST_NAME = /^(?!-)[a-z0-9-]{1,63}(\.(?!-)[a-z0-9-]{1,63})*$/i;

export const host: Parse<string> = (text) =>
  isIP(text) !== 0 || (HOST_NAME.test(text) && !/^[\d.]+$/.test(text))
    ? text
    : refuse('an address or host name without port, such as 0.0.0.0');

export const url =
  (...protocols: readonly string[]): Parse<string> =>
  (text) => {
    const isRight = URL.canParse(text) && protocols.includes(new URL(text).protocol.slice(0, -1));
    return isRight
      ? text
      : refuse(`a URL that begins with ${protocols.map((name) => `${name}://`).join(' or ')}`);
  };

/** A PostgreSQL URL may leave out the host, which the standard parser refuses. */
export const databaseUrl: Parse<string> = (text) =>
  /^postgres(ql)?:\/\/\S*\/[^/?\s]+(\?\S*)?$/.test(text)
    ? text
    : refuse('postgresql://user:password@host:port/database');

/** A replica has one host only, because no primary must be found among several. */
export const replicaUrl: Parse<string> = (text) =>
  /^[^/]*\/\/[^/?]*,/.test(text) ? refuse('the URL of one host') : databaseUrl(text);

/** Removes the last slash, so that paths can be appended. */
export const webAddress: Parse<string> = (text) => url('http', 'https')(text).replace(/\/+$/, '');

/** Several addresses, separated by commas; 'none' means an empty list. */
export const webAddresses: Parse<readonly string[]> = (text) =>
  text === 'none' ? [] : text.split(',').map((entry) => webAddress(entry.trim()));

const EMAIL = /^[^\s@<>]+@[^\s@<>]+$/;

export const email: Parse<string> = (text) => (EMAIL.test(text) ? text : refuse('an e-mail address'));

export const sender: Parse<string> = (text) => {
  const address = /^[^<>\r\n]*<([^<>]+)>$/.exec(text)?.[1] ?? text;
  return EMAIL.test(address) ? text : refuse("an e-mail address, alone or as 'Name <address>'");
};

export const longEnough =
  (min: number): Parse<string> =>
  (text) =>
    text.length >= min ? text : refuse(`at least ${min} characters long`);

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

export const credentials: Parse<Credentials> = (text) => {
  const [, user, password] = /^([^:]+):(.{8,})$/.exec(text) ?? [];
  return user && password
    ? { user, password }
    : refuse('user:password, the password at least 8 characters long');
};

export const list: Parse<readonly string[]> = (text) => {
  const entries = text.split(',').map((entry) => entry.trim().toLowerCase());
  const isRight = entries.every((entry) => /^([^\s@]+)?@?[a-z0-9.-]+$/.test(entry));
  return isRight ? entries : refuse('e-mail addresses or domains, separated by commas');
};

export const oneOf =
  <const T extends string>(...values: readonly T[]): Parse<T> =>
  (text) =>
    values.find((value) => value === text) ?? refuse(`one of ${values.join(', ')}`);

/** Roles of a process; all by default. */
export const ROLES = ['edge', 'api', 'ingest', 'jobs'] as const;
export type Role = (typeof ROLES)[number];

export const roles: Parse<ReadonlySet<Role>> = (text) => {
  const parts = text.split(',').map((part) => part.trim());
  const chosen = parts.flatMap((part) => (part === 'all' ? ROLES : ROLES.filter((role) => role === part)));
  const isRight = parts.every((part) => part === 'all' || ROLES.some((role) => role === part));
  return isRight ? new Set(chosen) : refuse(`all, or some of ${ROLES.join(', ')}, separated by commas`);
};

/** Addresses of NATS servers, separated by commas. */
export const natsServers: Parse<readonly string[]> = (text) =>
  text.split(',').map((entry) => url('nats', 'tls')(entry.trim()));

export const onOrOff: Parse<boolean> = (text) => oneOf('on', 'off')(text) === 'on';

export const yesOrNo: Parse<boolean> = (text) => oneOf('yes', 'no')(text) === 'yes';

/** The address of an identity provider. It must use https, except on this machine. */
export const issuer: Parse<string> = (text) => {
  const { protocol, hostname, search, hash } = new URL(url('http', 'https')(text));
  const isOwn = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'https:' || isOwn) && search === '' && hash === ''
    ? text
    : refuse('the URL of an OpenID Connect issuer, by https');
};

/** Profiles by group of the identity provider. */
export interface ProviderGroups {
  /** The name of the claim. Dots separate the names of nested claims. */
  readonly claim: string;
  /** The first matching group counts; `*` matches everybody. */
  readonly profiles: readonly { readonly group: string; readonly profile: Profile }[];
}

/** The profile `client` cannot be assigned: a client user belongs to a Manager and is invited. */
const ASSIGNABLE_PROFILES = ['user', 'Manager', 'Admin', 'partner'] as const;

export const providerGroups: Parse<ProviderGroups> = (text) => {
  // A claim may be named by a URL.
  const [, claim = '', list = ''] = /^(.+?):(?!\/\/)(.*)$/.exec(text) ?? [];
  const profiles = list.split(',').flatMap((entry) => {
    const at = entry.lastIndexOf('=');
    const group = entry.slice(0, Math.max(at, 0)).trim();
    const profile = ASSIGNABLE_PROFILES.find((one) => one === entry.slice(at + 1).trim());
    return group === '' || profile === undefined ? [] : [{ group, profile }];
  });
  return claim.trim() !== '' && profiles.length === list.split(',').length
    ? { claim: claim.trim(), profiles }
    : refuse(`claim:group=profile,…, each profile one of ${ASSIGNABLE_PROFILES.join(', ')}`);
};

export const scopes: Parse<string> = (text) => {
  const named = text.split(/[\s,]+/);
  return named.includes('openid')
    ? named.join(' ')
    : refuse('scopes, separated by spaces, openid among them');
};

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** Characters of a header value; line breaks would end the header. */
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;
const HEADERS =
  'key=value,… with the names of headers, and what is not ASCII, a comma or a percent sign in their values as %XX';

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** Headers in the format of OpenTelemetry (W3C Baggage without properties). Errors do not quote them: a value may be a secret. */
export const headers: Parse<Readonly<Record<string, string>>> = (text) =>
  Object.fromEntries(
    text.split(',').map((entry) => {
      const [, name, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(entry) ?? [];
      const sent = decoded(value ?? '');
      return name !== undefined && HEADER_NAME.test(name) && sent !== null && HEADER_VALUE.test(sent)
        ? [name.toLowerCase(), sent]
        : refuse(HEADERS);
    }),
  );
