import { readDays, readForecast, readMonth, readPeriod } from '@nascente/contract/energy/consumption';
import {
  readConsumption,
  readDailyConsumption,
  readRunningTotal,
} from '@nascente/contract/energy/period-consumption';
import { commaNumber, fileReader, type Places, sharesIn, sum } from './figures.ts';
import type { MeasuredCompany } from './measured-company.ts';

/** Screens and files of the meter that measures all of an establishment. */
export const meterPlaces = (company: MeasuredCompany): Places => {
  const { api, owner } = company;
  const { token } = owner;
  const file = fileReader(company);
  return {
    'page of the general meter': {
      call: readMonth.name,
      async read({ general }) {
        const url = `/consolidated/monthly/${general.mac}`;
        const { consolidated } = await api.succeed(readMonth, url, { token });
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
    'forecast of the general meter': {
      call: readForecast.name,
      async read({ general }) {
        const url = `/consolidated/monthly-forecast/${general.mac}`;
        const { forecast } = await api.succeed(readForecast, url, { token });
        return {
          forecast: forecast.cost,
          forecastKwh: forecast.total,
          forecastByAverage: forecast.byDailyAverage.cost,
          ...sharesIn(forecast),
        };
      },
    },
    'period of the general meter': {
      call: readConsumption.name,
      async read({ general, start, today }) {
        const payload = { id: general.mac, dateIn: start, dateOut: today };
        const { value } = await api.succeed(readConsumption, '/board/consumption', { token, payload });
        return { energy: value.cost, kwh: value.total, ...sharesIn(value) };
      },
    },
    'days of the general meter': {
      call: readDailyConsumption.name,
      async read({ general, start, today }) {
        const payload = { id: general.mac, dateIn: start, dateOut: today, format: 'DD/MM/YYYY' };
        const url = '/board/accumulator/consumption';
        const answer = await api.succeed(readDailyConsumption, url, { token, payload });
        return { energy: sum(answer.value.map(({ cost }) => cost)), ...sharesIn(answer) };
      },
    },
    'chart of days of the general meter': {
      call: readDays.name,
      async read({ general, start, today }) {
        const url = `/consolidated/days/${general.mac}?start=${start}&end=${today}`;
        const answer = await api.succeed(readDays, url, { token });
        return { energy: sum(answer.days.map(({ cost }) => cost)), ...sharesIn(answer) };
      },
    },
    'hours of days of the general meter': {
      call: readPeriod.name,
      async read({ general, start, today }) {
        const payload = { meter: general.mac, dateStart: start, dateEnd: today };
        const answer = await api.succeed(readPeriod, '/consolidated/period', { token, payload });
        return { energy: sum(answer.consolidated.map(({ cost }) => cost)), ...sharesIn(answer) };
      },
    },
    'running total of the general meter': {
      call: readRunningTotal.name,
      async read({ general, start, today }) {
        const payload = { id: general.mac, dateIn: start, dateOut: today, every: '1d' };
        const answer = await api.succeed(readRunningTotal, '/board/accumulator/values', { token, payload });
        return { kwh: answer.value.at(-1)?.total ?? null, ...sharesIn(answer) };
      },
    },
    'export of the general meter by day': {
      call: 'exportReadings',
      async read({ general, start, today }) {
        const body = await file(`/board/${general.mac}/export?start=${start}&end=${today}&every=1d`);
        const rows = body.toString().split('\r\n').slice(1, -1);
        return { energy: sum(rows.map((row) => commaNumber(row.split(';').at(-1)))) };
      },
    },
  };
};
