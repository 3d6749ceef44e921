import { readPortfolio } from '@nascente/contract/insight/portfolio';
import { readApportionment } from '@nascente/contract/money/apportionment';
import { readBill, readPriceTariff } from '@nascente/contract/money/bills';
import { listBudgets, saveBudgetYear } from '@nascente/contract/money/budgets';
import { readEnergyFlow } from '@nascente/contract/money/energy-flow';
import {
  readEstablishmentAmounts,
  readEstablishmentCycle,
  readEstablishmentRest,
} from '@nascente/contract/money/establishment-consumption';
import { readEmissions } from '@nascente/contract/sites/establishments';
import { createGroup, listGroups, readGroup } from '@nascente/contract/sites/groups';
import { type Places, type Subject, sharesIn, sum } from './figures.ts';
import type { MeasuredCompany } from './measured-company.ts';

/** Screens of an establishment, its groups and its budgets. */
export const establishmentPlaces = (company: MeasuredCompany): Places => {
  const { api, owner } = company;
  const { token } = owner;
  const of = ({ id }: Subject, path: string) => `/establishment/${id}${path}`;
  const groupOfGeneral = async ({ general, id, start, today }: Subject) => {
    const payload = { groupName: `Geral de ${id}`, groupType: 'eletric', boardsMAC: [general.mac] };
    const { group } = await api.succeed(createGroup, '/group/new', { token, payload });
    return { id: group._id, query: `?start=${start}&end=${today}` };
  };
  const plan = async (kind: 'establishment' | 'group', id: string, measure: 'money' | 'energy') => {
    const amounts = Array.from({ length: 12 }, () => 9_000);
    const payload = { target: { kind, id }, measure, year: '2026', amounts };
    await api.succeed(saveBudgetYear, '/budgets', { token, payload });
    const { budgets } = await api.succeed(listBudgets, `/budgets?id=${id}`, { token });
    return budgets.find((budget) => budget.measure === measure);
  };
  const fixedOf = (lines: readonly { readonly kind: string; readonly amount: number }[]) =>
    sum(lines.filter(({ kind }) => kind !== 'energy' && kind !== 'flag').map(({ amount }) => amount));

  return {
    Home: {
      call: readEstablishmentCycle.name,
      async read(subject) {
        const url = of(subject, '/consumption?type=eletric');
        const { consolidated } = await api.succeed(readEstablishmentCycle, url, { token });
        if (consolidated === null) throw new Error('nothing was measured');
        const { cost, energyCost, fixedCost, total, forecast } = consolidated;
        return {
          bill: cost,
          energy: energyCost,
          fixed: fixedCost,
          kwh: total,
          forecast: forecast.cost,
          forecastKwh: forecast.total,
          forecastByAverage: forecast.byDailyAverage.cost,
          ...sharesIn(consolidated),
        };
      },
    },
    'list of establishments': {
      call: readEstablishmentAmounts.name,
      async read({ id }) {
        const payload = { establishments: [{ id, type: 'eletric' }] };
        const { amounts } = await api.succeed(readEstablishmentAmounts, '/consolidated/establishments', {
          token,
          payload,
        });
        const [one] = amounts;
        return {
          bill: one?.cost ?? null,
          kwh: one?.total ?? null,
          forecast: one?.forecast.cost ?? null,
          forecastKwh: one?.forecast.total ?? null,
          forecastByAverage: one?.forecast.byDailyAverage.cost ?? null,
          ...(one && sharesIn(one)),
        };
      },
    },
    portfolio: {
      call: readPortfolio.name,
      async read({ id }) {
        const payload = { ids: [id], type: 'eletric' };
        const { establishments } = await api.succeed(readPortfolio, '/portfolio', { token, payload });
        const figures = establishments[0]?.figures;
        return {
          bill: figures?.cost ?? null,
          kwh: figures?.total ?? null,
          forecast: figures?.forecast.cost ?? null,
          forecastKwh: figures?.forecast.total ?? null,
          forecastByAverage: figures?.forecast.byDailyAverage.cost ?? null,
          ...(figures && sharesIn(figures)),
        };
      },
    },
    bill: {
      call: readBill.name,
      async read(subject) {
        const { bill } = await api.succeed(readBill, of(subject, '/bill'), { token });
        return {
          bill: bill.total,
          fixed: fixedOf(bill.lines),
          energy: sum([bill.total, -fixedOf(bill.lines)]),
          kwh: bill.consumed.total,
          ...sharesIn(bill),
        };
      },
    },
    'bill of any days': {
      call: readPriceTariff.name,
      async read({ id, start, today }) {
        const url = `/price-tariff/establishment/B3/eletric/${id}/${start}/${today}`;
        const { data } = await api.succeed(readPriceTariff, url, { token });
        return { bill: data.price, kwh: data.kwh };
      },
    },
    Ratear: {
      call: readApportionment.name,
      async read(subject) {
        const url = of(subject, '/apportionment?type=eletric&by=meters');
        const { apportionment } = await api.succeed(readApportionment, url, { token });
        const { total, fixed, consumed, rest } = apportionment;
        return {
          bill: total,
          fixed,
          kwh: consumed,
          rest: rest.energy,
          restKwh: rest.unmeasured,
          ...sharesIn(apportionment),
        };
      },
    },
    'Para onde vai': {
      call: readEnergyFlow.name,
      async read(subject) {
        const { flow } = await api.succeed(readEnergyFlow, of(subject, '/flow?type=eletric'), { token });
        const { amount, fixed, total } = flow.rest;
        return { bill: flow.total, fixed, rest: amount, restKwh: total, ...sharesIn(flow) };
      },
    },
    'Emissão de carbono': {
      call: null,
      async read(subject) {
        const { data } = await api.succeed(readEmissions, of(subject, '/emissions'), { token });
        return sharesIn(data);
      },
    },
    'Sem medidor próprio': {
      call: readEstablishmentRest.name,
      async read(subject) {
        const url = of(subject, '/consumption/rest?type=eletric');
        const { rest } = await api.succeed(readEstablishmentRest, url, { token });
        return rest === null ? {} : { rest: rest.cost, restKwh: rest.total };
      },
    },
    group: {
      call: readGroup.name,
      async read(subject) {
        const { id, query } = await groupOfGeneral(subject);
        const { group } = await api.succeed(readGroup, `/group/${id}${query}`, { token });
        const { groups } = await api.succeed(listGroups, `/groups${query}`, { token });
        const listed = groups.find(({ _id }) => _id === id);
        const budget = await plan('group', id, 'energy');
        await api.inject('DELETE', `/group/${id}`, { token });
        if (listed?.cost !== group.cost) return { energy: Number.NaN };
        const { cost, total } = group;
        return { energy: cost, kwh: total, forecastKwh: budget?.forecast ?? null, ...sharesIn(group) };
      },
    },
    'Metas, R$': {
      call: listBudgets.name,
      async read({ id }) {
        const budget = await plan('establishment', id, 'money');
        return {
          bill: budget?.used ?? null,
          forecast: budget?.forecast ?? null,
          forecastByAverage: budget?.forecastByDailyAverage ?? null,
          completeness: budget?.completeness ?? null,
          estimated: budget?.estimated ?? 0,
        };
      },
    },
    'Metas, kWh': {
      call: listBudgets.name,
      async read({ id }) {
        const budget = await plan('establishment', id, 'energy');
        return {
          kwh: budget?.used ?? null,
          forecastKwh: budget?.forecast ?? null,
          ...(budget && { completeness: budget.completeness, estimated: budget.estimated ?? 0 }),
        };
      },
    },
  };
};
