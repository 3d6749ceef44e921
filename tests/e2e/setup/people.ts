import { randomUUID } from 'node:crypto';
import type { AnswerOf, BodyInput, Call, QueryInput } from '@nascente/contract/base/call';
import { type MailMessage, readMailbox } from '@nascente/contract/operations/mailbox';
import { requestUpgrade } from '@nascente/contract/people/account';
import { editPerson } from '@nascente/contract/people/admin-people';
import { login, type User } from '@nascente/contract/people/session';
import { signUp } from '@nascente/contract/people/sign-up';
import { expect, type Page } from '@playwright/test';
import { type Credentials, demonstrationSignIn, runningServer } from './running-server.ts';
import { settled } from './settled.ts';

export interface Person extends Credentials {
  readonly id: string;
  readonly token: string;
}

interface RequestOf<C extends Call> {
  /** The address of another server than that of this worker. */
  readonly address?: string;
  readonly token?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: QueryInput<C>;
  readonly body?: BodyInput<C>;
}

export async function send<C extends Call>(call: C, options: RequestOf<C>): Promise<Response> {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(options.params?.[name] ?? ''),
  );
  const search = new URLSearchParams(
    Object.entries(options.query ?? {}).map(([name, value]) => [name, String(value)]),
  );
  return fetch(`${options.address ?? runningServer().address}/api${path}?${search}`, {
    method: call.method,
    headers: {
      ...(options.token !== undefined && { 'access-token': options.token }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  });
}

/** Makes a call of the API as a program would. Throws when it does not succeed. */
export async function ask<C extends Call>(call: C, options: RequestOf<C> = {}): Promise<AnswerOf<C>> {
  const response = await send(call, options);
  const text = await response.text();
  if (response.status !== call.success) throw new Error(`${call.name}: ${response.status} ${text}`);
  return call.answer.parse(JSON.parse(text)) as AnswerOf<C>;
}

export async function signedInAs({ email, password }: Credentials): Promise<Person> {
  const body = { email, password: Buffer.from(password).toString('base64') };
  const { token, user } = await ask(login, { body });
  return { id: user._id, email, password, token };
}

/** Below the ten minutes after which a session has to prove its owner again. */
const SIGNED_IN_FOR_MS = 5 * 60_000;
let admin: { readonly at: number; readonly person: Promise<Person> } | undefined;

/** Just signed in, so that no password is required again. */
export function theAdmin(): Promise<Person> {
  const at = performance.now();
  if (admin === undefined || at - admin.at > SIGNED_IN_FOR_MS)
    admin = { at, person: signedInAs(runningServer().admin) };
  return admin.person;
}

/** The owner of the demonstration company with all its meters. */
export const theOwner = (): Promise<Person> => signedInAs(demonstrationSignIn());

/** Another profile ends the sessions of the one before. */
export async function giveProfile(id: string, profile: User['profile']): Promise<void> {
  await ask(editPerson, { token: (await theAdmin()).token, params: { id }, body: { profile } });
}

interface NewPerson {
  readonly name?: string;
  readonly domain?: string;
  readonly profile?: User['profile'];
}

/** A new person without meters. */
export async function newPerson(person: NewPerson = {}): Promise<Person> {
  const { name = 'Padaria Nova', domain = 'padaria.test', profile = 'user' } = person;
  const [email, password] = [`${randomUUID()}@${domain}`, 'Pao#quente1'];
  const { user, token } = await ask(signUp, { body: { name, email, password } });
  if (profile === 'user') return { id: user._id, email, password, token };
  await giveProfile(user._id, profile);
  return signedInAs({ email, password });
}

/** The letter that this address got with this subject, once it is written. */
export async function mailTo(email: string, subject: string): Promise<MailMessage> {
  const { token } = await theAdmin();
  const find = async () =>
    (await ask(readMailbox, { token })).mails.find((one) => one.to === email && one.subject === subject);
  await expect.poll(find, `a letter '${subject}' to ${email}`).toBeDefined();
  const mailMessage = await find();
  if (mailMessage === undefined) throw new Error('the letter vanished');
  return mailMessage;
}

/** Where the button of a letter leads. */
export function linkIn({ text }: MailMessage): string {
  const [link] = /https?:\/\/\S+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`no link in: ${text}`);
  return link;
}

/**
 * Opens a screen as this person: a token in the address is a documented way in. The earlier session is removed first, or the app
 * would ask for confirmation.
 */
export async function enter(page: Page, { token }: Pick<Person, 'token'>, path = '/home'): Promise<void> {
  if (page.url().startsWith('http')) await page.evaluate(() => localStorage.removeItem('nascente.token'));
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}token=${token}`);
  await expect(page.getByRole('button', { name: /^Conta de/ })).toBeVisible();
  await settled(page);
}

export async function askToBeManager(person: Person): Promise<void> {
  await ask(requestUpgrade, { token: person.token });
}
