import {
  readDay,
  readDays,
  readForecast,
  readMonth,
  readMonths,
  readPeriod,
} from '@nascente/contract/energy/consumption';
import { readConsumption, readDailyConsumption } from '@nascente/contract/energy/period-consumption';
import { readApportionment } from '@nascente/contract/money/apportionment';
import { readBill } from '@nascente/contract/money/bills';
import { readEnergyFlow } from '@nascente/contract/money/energy-flow';
import {
  readEstablishmentCycle,
  readEstablishmentMonths,
  readEstablishmentRest,
} from '@nascente/contract/money/establishment-consumption';
import { createGroup, listGroups, readGroup } from '@nascente/contract/sites/groups';
import { addDays, civilDate } from '@nascente/domain/base/time/civil-day';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMeasuredCompany, type ElectricMeter, NOW } from './testing/measured-company.ts';

const { api, owner, electricMeters, seed } = await createMeasuredCompany();
const { token } = owner;
beforeAll(seed);

const dayBefore = (date: string): string => addDays(civilDate(date), -1);

/** Every amount of an answer is a whole number of cents. */
const inCents = (amount: number | null): number => Math.round((amount ?? Number.NaN) * 100);
const sum = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((total, amount) => total + inCents(amount), 0);

describe('the amount of an establishment with a contract', () => {
  const establishments = async () => [
    ...Map.groupBy(await electricMeters(), ({ establishment }) => establishment).entries(),
  ];
  const billOf = async (establishment: string, query = '') =>
    (await api.succeed(readBill, `/establishment/${establishment}/bill${query}`, { token })).bill;
  const cycleOf = async (establishment: string) => {
    const path = `/establishment/${establishment}/consumption?type=eletric`;
    const { consolidated } = await api.succeed(readEstablishmentCycle, path, { token });
    if (consolidated === null) throw new Error(`nothing measured ${establishment}`);
    return consolidated;
  };

  it('the cycle cost equals the bill on Home, and its days and fixed lines add up to it', async () => {
    const all = await establishments();
    expect(all.length).toBeGreaterThan(2);
    for (const [establishment] of all) {
      const [bill, cycle] = [await billOf(establishment), await cycleOf(establishment)];
      expect(cycle).toMatchObject({ basis: 'contract', cost: bill.total });
      expect(inCents(cycle.energyCost) + inCents(cycle.fixedCost)).toBe(inCents(bill.total));
      const measured = cycle.days.filter(({ isForecast }) => !isForecast);
      expect(sum(measured.map(({ cost }) => cost))).toBe(inCents(cycle.energyCost));
      const maximum = (of: 'cost' | 'total') => Math.max(...measured.map((day) => day[of] ?? 0));
      expect(cycle.dearestDay?.cost).toBe(maximum('cost'));
      expect(cycle.highestDay?.total).toBe(maximum('total'));
      const used = Object.values(cycle.prices ?? {}).filter((price) => price > 0);
      expect(used).not.toHaveLength(0);
      for (const day of measured) {
        const mean = (day.cost ?? 0) / day.total;
        expect(mean).toBeGreaterThan(Math.min(...used) * 0.999);
        expect(mean).toBeLessThan(Math.max(...used) * 1.001);
      }
      const fixed = bill.lines.filter(({ kind }) => kind === 'demand' || kind === 'cosip');
      expect(inCents(cycle.fixedCost)).toBeGreaterThanOrEqual(sum(fixed.map(({ amount }) => amount)));
    }
  });

  it('the forecast cost is never below the cost already billed', async () => {
    for (const [establishment] of await establishments()) {
      const { cost, energyCost, fixedCost, forecast, total, days, restOfToday } =
        await cycleOf(establishment);
      expect(forecast.cost).toBeGreaterThan(cost ?? Number.NaN);
      expect(forecast.lowCost).toBeGreaterThanOrEqual(cost ?? Number.NaN);
      expect(forecast.highCost).toBeGreaterThanOrEqual(forecast.cost ?? Number.NaN);
      // Energy grows with the consumption, and fixed lines do not.
      const grown = ((energyCost ?? 0) * forecast.total) / total + (fixedCost ?? 0);
      expect(Math.abs((forecast.cost ?? 0) / grown - 1)).toBeLessThan(0.02);
      const toCome = [restOfToday, ...days].map(({ cost: costOfRest }) => costOfRest);
      expect(sum(toCome) / 100).toBeLessThanOrEqual(forecast.cost ?? Number.NaN);
    }
  });

  it('the amount is the same in the months and in the apportionment', async () => {
    for (const [establishment] of await establishments()) {
      const body = { type: 'eletric' as const, months: ['10/2026', '11/2026'] };
      const path = `/establishment/${establishment}/consumption/months`;
      const { hist } = await api.succeed(readEstablishmentMonths, path, { token, payload: body });
      const [october, november] = hist.map(({ value }) => value.cost);
      expect(october).toBe((await billOf(establishment, '?start=2026-10-01&end=2026-10-31')).total);
      expect(november).toBe((await billOf(establishment, '?start=2026-11-01&end=2026-11-20')).total);
      const { apportionment } = await api.succeed(
        readApportionment,
        `/establishment/${establishment}/apportionment?type=eletric&by=meters`,
        { token },
      );
      expect(apportionment.total).toBe((await billOf(establishment)).total);
    }
  });

  it('shows a cost for energy that no submeter measured', async () => {
    let counted = 0;
    for (const [establishment] of await establishments()) {
      const path = `/establishment/${establishment}/consumption/rest?type=eletric`;
      const { rest } = await api.succeed(readEstablishmentRest, path, { token });
      if (rest === null) continue;
      counted += 1;
      const { apportionment } = await api.succeed(
        readApportionment,
        `/establishment/${establishment}/apportionment?type=eletric&by=meters`,
        { token },
      );
      expect([rest.total, rest.cost]).toEqual([apportionment.rest.unmeasured, apportionment.rest.energy]);
      expect(rest.total).toBeGreaterThan(0);
    }
    expect(counted).toBeGreaterThan(0);
  });

  it('the page of a meter that alone measures an establishment shows its bill', async () => {
    for (const { establishment, mac, isGeneral, ofEstablishment } of await electricMeters()) {
      const { consolidated } = await api.succeed(readMonth, `/consolidated/monthly/${mac}`, { token });
      const isAlone = isGeneral || ofEstablishment === 1;
      expect(consolidated.basis).toBe(isAlone ? 'contract' : 'energy');
      if (!isAlone) continue;
      expect(consolidated.cost).toBe((await billOf(establishment)).total);
      const { forecast } = await api.succeed(readForecast, `/consolidated/monthly-forecast/${mac}`, {
        token,
      });
      expect(forecast.cost).toBe(consolidated.forecast.cost);
    }
  });

  it('the cycle cost is the sum of its days in every call', async () => {
    for (const { establishment, mac, isGeneral, ofEstablishment } of await electricMeters()) {
      const { consolidated: cycle } = await api.succeed(readMonth, `/consolidated/monthly/${mac}`, { token });
      const { start } = cycle;
      const end = NOW.slice(0, 10);
      const costByDate = new Map(cycle.days.map(({ date, cost }) => [date, cost]));
      const { days } = await api.succeed(readDays, `/consolidated/days/${mac}?start=${start}&end=${end}`, {
        token,
      });
      expect(days.map(({ date, cost }) => [date, cost])).toEqual(
        days.map(({ date }) => [date, costByDate.get(date)]),
      );
      const body = { meter: mac, dateStart: start, dateEnd: end };
      const { consolidated: period } = await api.succeed(readPeriod, '/consolidated/period', {
        token,
        payload: body,
      });
      expect(period.map(({ cost }) => cost)).toEqual(days.map(({ cost }) => cost));
      const day = await api.succeed(readDay, `/consolidated/daily/${mac}?date=${end}`, { token });
      expect(day.cost).toBe(costByDate.get(end));
      const span = { id: mac, dateIn: start, dateOut: end };
      const { value } = await api.succeed(readConsumption, '/board/consumption', { token, payload: span });
      expect(inCents(value.cost)).toBe(sum(days.map(({ cost }) => cost)));
      expect(inCents(value.cost)).toBe(inCents(cycle.energyCost));
      const { value: daily } = await api.succeed(readDailyConsumption, '/board/accumulator/consumption', {
        token,
        payload: { ...span, format: 'DD/MM/YYYY' },
      });
      expect(daily.map(({ cost }) => cost)).toEqual(days.map(({ cost }) => cost));
      const months = { months: ['11/2026'] };
      const { hist } = await api.succeed(readMonths, `/consolidated/monthly/${mac}`, {
        token,
        payload: months,
      });
      const isAlone = isGeneral || ofEstablishment === 1;
      const bill = isAlone ? (await billOf(establishment, '?start=2026-11-01&end=2026-11-20')).total : null;
      if (bill !== null) expect(hist[0]?.value.cost).toBe(bill);
    }
  });

  it('a group of all meters costs the sum of the costs on the pages of its members', async () => {
    const meters = await electricMeters();
    const payload = {
      groupName: 'Todos',
      groupType: 'eletric' as const,
      boardsMAC: meters.map(({ mac }) => mac),
    };
    const { group: made } = await api.succeed(createGroup, '/group/new', { token, payload });
    const path = `/group/${made._id}?start=2026-11-03&end=2026-11-20`;
    const { group, meters: members } = await api.succeed(readGroup, path, { token });
    expect(members).toHaveLength(meters.length);
    for (const { macAddress, cost } of members) {
      const body = { id: macAddress ?? '', dateIn: '2026-11-03', dateOut: '2026-11-20' };
      const { value } = await api.succeed(readConsumption, '/board/consumption', { token, payload: body });
      expect([macAddress, cost]).toEqual([macAddress, value.cost]);
    }
    expect(group.basis).toBe('contract');
    expect(inCents(group.cost)).toBe(sum(members.map(({ cost }) => cost)));
    const { groups } = await api.succeed(listGroups, '/groups?start=2026-11-03&end=2026-11-20', { token });
    expect(groups.find(({ _id }) => _id === group._id)?.cost).toBe(group.cost);
  });

  it('compares the common hours of two cycles at the prices of each bill', async () => {
    let compared = 0;
    for (const [establishment] of await establishments()) {
      const { start, previous, total, energyCost } = await cycleOf(establishment);
      if (previous === null) continue;
      compared += 1;
      // The comparison contains every measured quarter-hour of the cycle except the running one.
      const ofCurrent = ((energyCost ?? 0) * previous.current.total) / total;
      expect(previous.current.total / total).toBeGreaterThan(0.99);
      expect(Math.abs((previous.current.cost ?? 0) / ofCurrent - 1)).toBeLessThan(0.001);
      const before = await billOf(establishment, `?start=${previous.start}&end=${dayBefore(start)}`);
      const part = await billOf(establishment, `?start=${previous.start}&end=${previous.end}`);
      const ofTouPeriods = (['inPoint', 'interPoint', 'outPoint'] as const).map((touPeriod) => {
        const lines = before.lines.filter((line) => line.kind === 'energy' && line.touPeriod === touPeriod);
        const complete = before.consumed[touPeriod];
        return complete === 0
          ? 0
          : (sum(lines.map(({ amount }) => amount)) * part.consumed[touPeriod]) / complete;
      });
      const flags = sum(before.lines.filter(({ kind }) => kind === 'flag').map(({ amount }) => amount));
      const ofFlags = (flags * part.consumed.total) / before.consumed.total;
      const ofPart = ofTouPeriods.reduce((total, cents) => total + cents, ofFlags) / 100;
      const expected = (ofPart * previous.total) / part.consumed.total;
      // The last of these days was not over at this hour: its peak is in the bill, and not in the hours compared.
      expect(Math.abs((previous.cost ?? 0) / expected - 1)).toBeLessThan(0.02);
    }
    expect(compared).toBeGreaterThan(0);
  });

  it('compares the forecast with the complete previous bill', async () => {
    let promised = 0;
    for (const [establishment] of await establishments()) {
      const { start, previous, forecast, economy, saving } = await cycleOf(establishment);
      if (saving === null || previous === null) continue;
      expect(economy !== null).toBe(saving.total > 0);
      promised += 1;
      const before = await billOf(establishment, `?start=${previous.start}&end=${dayBefore(start)}`);
      expect(inCents(saving.cost)).toBe(inCents(before.total) - inCents(forecast.cost));
      expect(saving.total).toBeCloseTo(before.consumed.total - forecast.total, 5);
    }
    expect(promised).toBeGreaterThan(0);
  });

  it('the daily export shows the same costs as the days of the meters', async () => {
    for (const { mac } of await electricMeters()) {
      const requested = 'start=2026-10-20&end=2026-11-20';
      const url = `/api/board/${mac}/export?${requested}&every=1d`;
      const { body } = await api.fastify.inject({ url, headers: { 'access-token': token } });
      const rows = body.split('\r\n').slice(1, -1);
      const { days } = await api.succeed(readDays, `/consolidated/days/${mac}?${requested}`, { token });
      const inFile = rows.map((row) => Number(row.split(';').at(-1)?.replace(',', '.')));
      expect(inFile).toEqual(days.map(({ cost }) => cost));
    }
  });

  /** Answers that show amounts of an establishment and of its parts, by place. */
  const placesOf = async (establishment: string, meters: readonly ElectricMeter[]) => {
    const [cycle, { apportionment }, { flow }, { rest }] = await Promise.all([
      cycleOf(establishment),
      api.succeed(readApportionment, `/establishment/${establishment}/apportionment?type=eletric&by=meters`, {
        token,
      }),
      api.succeed(readEnergyFlow, `/establishment/${establishment}/flow?type=eletric`, { token }),
      api.succeed(readEstablishmentRest, `/establishment/${establishment}/consumption/rest?type=eletric`, {
        token,
      }),
    ]);
    const beside = meters.filter(({ isGeneral, isSolar }) => !isGeneral && !isSolar);
    const months = await Promise.all(
      beside.map(({ mac }) => api.succeed(readMonth, `/consolidated/monthly/${mac}`, { token })),
    );
    const partOf = <T extends { readonly macAddress: string | null }>(parts: readonly T[], mac: string) =>
      parts.find(({ macAddress }) => macAddress === mac);
    return {
      'energy of a part, R$': beside.map(({ mac }, index) => ({
        'meter page': months[index]?.consolidated.cost ?? null,
        Ratear: partOf(apportionment.parts, mac)?.energy ?? null,
        'Para onde vai': partOf(flow.parts, mac)?.amount ?? null,
      })),
      'energy of a part, kWh': beside.map(({ mac }, index) => ({
        'meter page': months[index]?.consolidated.total ?? null,
        Ratear: partOf(apportionment.parts, mac)?.total ?? null,
        'Para onde vai': partOf(flow.parts, mac)?.total ?? null,
      })),
      'total of the cycle, R$': [
        { Home: cycle.cost, Ratear: apportionment.total, 'Para onde vai': flow.total },
      ],
      'fixed lines, R$': [
        { Home: cycle.fixedCost, Ratear: apportionment.fixed, 'Para onde vai': flow.rest.fixed },
      ],
      ...(rest === null
        ? {}
        : {
            'energy without a meter of its own, kWh': [
              { Home: rest.total, Ratear: apportionment.rest.unmeasured, 'Para onde vai': flow.rest.total },
            ],
            'energy without a meter of its own, R$': [
              { Home: rest.cost, Ratear: apportionment.rest.energy, 'Para onde vai': flow.rest.amount },
            ],
          }),
    };
  };

  it('shows every amount alike in all its places', async () => {
    let compared = 0;
    for (const [establishment, meters] of await establishments()) {
      const quantities = Object.entries(await placesOf(establishment, meters));
      for (const [quantity, subjects] of quantities)
        for (const places of subjects) {
          const [first, ...others] = Object.values(places);
          expect([quantity, ...others]).toEqual([quantity, ...others.map(() => first)]);
          expect(first).not.toBeNull();
          compared += 1;
        }
    }
    expect(compared).toBeGreaterThan(20);
  });

  it('the parts, the unmeasured rest and the fixed lines add up to the bill', async () => {
    let counted = 0;
    for (const [establishment, meters] of await establishments()) {
      if (!meters.some(({ isGeneral }) => isGeneral) || meters.length === 1) continue;
      const cycle = await cycleOf(establishment);
      const energies: number[] = [];
      for (const { mac, isGeneral, isSolar } of meters) {
        if (isGeneral || isSolar) continue;
        const { consolidated } = await api.succeed(readMonth, `/consolidated/monthly/${mac}`, { token });
        expect([consolidated.basis, consolidated.cost]).toEqual(['energy', consolidated.energyCost]);
        energies.push(inCents(consolidated.cost));
      }
      const path = `/establishment/${establishment}/consumption/rest?type=eletric`;
      const { rest } = await api.succeed(readEstablishmentRest, path, { token });
      const all = energies.reduce((total, cents) => total + cents, 0) + inCents(rest?.cost ?? null);
      expect(all + inCents(cycle.fixedCost)).toBe(inCents(cycle.cost));
      counted += 1;
    }
    expect(counted).toBeGreaterThan(0);
  });
});
