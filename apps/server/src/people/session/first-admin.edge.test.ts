import { login } from '@nascente/contract/people/session';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createTestApi } from '../../testing/test-api.ts';
import { ensureFirstAdmin } from './index.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('the first Admin', () => {
  it('generates the first Admin once on an empty database, shows the password once, and allows sign-in', async () => {
    const api = await createTestApi('2026-11-20T12:00:00Z');
    const lines: { msg: string }[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    const start = () =>
      ensureFirstAdmin({
        accounts: api.accounts.repository,
        passwords: api.session.passwords,
        config: { adminEmail: null, adminPassword: null },
        log,
      });
    await Promise.all([start(), start(), start()]);
    await start();
    expect(lines).toHaveLength(1);
    const [, email = '', password = ''] = /: (\S+) with the password (\S+) /.exec(lines[0]?.msg ?? '') ?? [];
    const { user } = await api.succeed(login, '/login', { payload: { email, password: base64(password) } });
    expect(user).toMatchObject({ profile: 'Admin', active: true });
  });

  it('uses the configured first Admin without showing the password', async () => {
    const api = await createTestApi('2026-11-20T12:00:00Z');
    await api.session.ensureFirstAdmin({ adminEmail: 'Chefe@Padaria.test', adminPassword: 'Forno#2026' });
    await api.session.ensureFirstAdmin({ adminEmail: 'outro@padaria.test', adminPassword: 'Forno#2026' });
    const payload = { email: 'chefe@padaria.test', password: base64('Forno#2026') };
    expect((await api.succeed(login, '/login', { payload })).user.profile).toBe('Admin');
    expect(
      await api.fail('POST', '/login', { payload: { ...payload, email: 'outro@padaria.test' } }),
    ).toMatchObject({ status: 401 });
  });
});
