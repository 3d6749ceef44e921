import { exportAccount, removeAccount } from '@nascente/contract/operations/own-data';
import { createGroup } from '@nascente/contract/sites/groups';
import { expect, it } from 'vitest';
import { createTestApi } from '../../testing/test-api.ts';

const PASSWORD = 'Água 100% limpa!';
const api = await createTestApi('2026-11-20T12:00:00Z');
await api.startJobs();
const passwordHash = await api.session.passwords.hash(PASSWORD);

const ofGroups = async () => {
  const { rows } = await api.database.pool.query(
    'select (select count(*)::int from meter_group) as groups, (select count(*)::int from group_member) as members',
  );
  return rows[0] as { groups: number; members: number };
};

it('exports groups and their members, and deletes them with the account', async () => {
  const ana = await api.seed.person({ password_hash: passwordHash });
  const meter = await api.seed.meter(await api.seed.establishment(ana));
  const { token } = ana;
  const payload = { groupName: 'Cozinha', groupType: 'eletric', boardsMAC: [meter.mac], dueDate: 20 };
  await api.succeed(createGroup, '/group/new', { token, payload });
  const held = await api.succeed(exportAccount, '/user/export', {
    token,
    headers: { password: encodeURIComponent(PASSWORD) },
  });
  const member = { installation_id: meter.installationId, until: null, added_on: '2026-11-20' };
  expect(held).toMatchObject({ groups: [{ name: 'Cozinha', due_day: 20, members: [member] }] });
  expect(await ofGroups()).toEqual({ groups: 1, members: 1 });
  await api.succeed(removeAccount, '/user', { token, payload: { password: PASSWORD } });
  expect(await ofGroups()).toEqual({ groups: 0, members: 0 });
});
