import { listTariffs } from '@nascente/contract/sites/tariffs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
});

describe('the list of tariffs', () => {
  it('sorts tariffs by group, comment and color, with the prices in force today', async () => {
    const { token } = await api.seed.person();
    const price = (valid_from: string, value: string) => ({
      valid_from,
      in_point: value,
      inter_point: value,
      out_point: value,
    });
    await api.seed.tariff(
      [price('2027-01-01', '3'), price('2026-11-20', '2.0000000001'), price('2026-01-01', '1')],
      {
        tariff_group: 'A4',
        comment: 'Serviços',
        color: 'Verde',
      },
    );
    await api.seed.tariff([price('2027-01-01', '9')], {
      tariff_group: 'A4',
      comment: 'Água',
      color: 'Azul',
      type: 'water',
    });
    await api.seed.tariff([price('2026-01-01', '1')], {
      tariff_group: 'A4',
      comment: 'Serviços',
      color: 'Azul',
    });
    const { taxes } = await api.succeed(listTariffs, '/tax', { token });
    expect(taxes.map(({ group, comment, color }) => [group, comment, color])).toEqual([
      ['A4', 'Água', 'Azul'],
      ['A4', 'Serviços', 'Azul'],
      ['A4', 'Serviços', 'Verde'],
      ['B3', 'Comercial/Industrial', 'Convencional Monomia'],
    ]);
    expect(taxes[2]).toMatchObject({ inPointValue: 2.0000000001, validFrom: '2026-11-20' });
    expect(taxes[0]).toMatchObject({ outPointValue: 9, validFrom: '2027-01-01', type: 'water' });
    expect(taxes[3]).toMatchObject({
      inPointValue: 0.7941717,
      interPointValue: 0.7941717,
      distributor: 'neoenergia',
    });
  });

  it('lists only the requested tariffs when the request names some', async () => {
    const { token } = await api.seed.person();
    const { taxes } = await api.succeed(listTariffs, '/tax', { token });
    const [first, last] = [taxes[0], taxes.at(-1)];
    const requested = `/tax?ids=${last?._id},${first?._id},none`;
    expect((await api.succeed(listTariffs, requested, { token })).taxes).toEqual([first, last]);
    expect((await api.succeed(listTariffs, '/tax?ids=none', { token })).taxes).toEqual([]);
  });

  it('lists prices that another process wrote a moment ago', async () => {
    const { token } = await api.seed.person();
    const price = { valid_from: '2026-01-01', in_point: '1', inter_point: '1', out_point: '1' };
    const id = await api.seed.tariff([price], { tariff_group: 'A3' });
    const priceNow = async () =>
      (await api.succeed(listTariffs, `/tax?ids=${id}`, { token })).taxes.map(
        ({ inPointValue }) => inPointValue,
      );
    expect(await priceNow()).toEqual([1]);
    await api.database.pool.query('update tariff_version set in_point = 2 where tariff_id = $1', [id]);
    expect(await priceNow()).toEqual([2]);
  });

  it('refuses the list of tariffs without a session', async () => {
    expect(await api.fail('GET', '/tax')).toMatchObject({ status: 401, type: 'expired' });
  });
});
