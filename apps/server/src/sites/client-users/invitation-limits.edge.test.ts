import { inviteClient, renewInvitation } from '@nascente/contract/people/invitations';
import { expect, test } from 'vitest';
import { createTestApi } from '../../testing/test-api.ts';

const EMAILS = 100;
const ACCEPTED = 50;

const api = await createTestApi('2026-11-20T12:00:00Z');
await api.startJobs();

test('limits how many e-mails a Manager can try, and still allows links without an e-mail', async () => {
  const { token } = await api.seed.person({ profile: 'Manager' });
  const invite = (payload: object) =>
    api.inject('POST', '/Consumer/invitations', { token, payload: { name: 'Rui', ...payload } });
  const { invitation } = await api.succeed(inviteClient, '/Consumer/invitations', {
    token,
    payload: { name: 'Rui', email: 'rui@cliente.test' },
  });
  const renew = `/Consumer/invitations/${invitation.id}/renew`;
  for (let used = 1; used < EMAILS; used++) await api.succeed(renewInvitation, renew, { token });
  const client = { name: 'Ana', email: 'ana@cliente.test', password: 'Trigo#7Nove', boards: [] };
  const refused = [
    await api.inject('POST', renew, { token }),
    await invite({ email: 'ana@cliente.test' }),
    await api.inject('POST', '/newUser/costumer', { token, payload: client }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429]);
  expect((await invite({})).status).toBe(201);
});

test('limits how many invitation links one address can try', async () => {
  const accept = (remoteAddress: string) =>
    api.inject('POST', '/invitation/accept', {
      payload: { name: 'Rui Lima', password: 'Trigo#7Nove', token: 'A'.repeat(43) },
      remoteAddress,
    });
  const statuses: number[] = [];
  for (let tried = 0; tried <= ACCEPTED; tried++) statuses.push((await accept('200.9.9.9')).status);
  expect([new Set(statuses.slice(0, ACCEPTED)), statuses.at(-1)]).toEqual([new Set([401]), 429]);
  expect((await accept('200.9.9.8')).status).toBe(401);
});
