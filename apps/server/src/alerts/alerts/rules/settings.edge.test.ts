import { listAlertSettings, saveAlertSetting } from '@nascente/contract/alerts/alert-rules';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SeededPerson } from '../../../testing/seeds/seed.ts';
import { createTestApi } from '../../../testing/test-api.ts';

const api = await createTestApi('2026-11-20T15:00:00Z');
let owner: SeededPerson;
let establishment: string;

beforeAll(async () => {
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner, { name: 'Padaria' });
});

describe('default alert rules', () => {
  it('an establishment chooses each default rule and sees the value in force', async () => {
    const { token } = owner;
    const url = `/alerts/settings/${establishment}`;
    const { settings } = await api.succeed(listAlertSettings, url, { token });
    expect(settings).toHaveLength(17);
    expect(settings.find(({ kind }) => kind === 'cycle-budget')).toMatchObject({ isOn: true, inForce: null });
    const payload = { kind: 'cycle-budget', isOn: true, threshold: 1500, day: null };
    const saved = await api.succeed(saveAlertSetting, url, { token, payload });
    expect(saved.settings.find(({ kind }) => kind === 'cycle-budget')).toMatchObject({
      threshold: 1500,
      inForce: 1500,
    });
  });

  it.each([
    ['power-factor', 92, /vai de 0 a 1/],
    ['completeness', 150, /no máximo 100/],
    ['night-use', -1, /maior ou igual a zero/],
  ])('refuses for rule %s the impossible threshold %d', async (kind, threshold, msg) => {
    const failed = await api.fail('PUT', `/alerts/settings/${establishment}`, {
      token: owner.token,
      payload: { kind, isOn: true, threshold, day: null },
    });
    expect(failed).toMatchObject({
      status: 400,
      errors: [{ path: 'threshold', msg: expect.stringMatching(msg) as string }],
    });
  });
});
