import { generateToken } from '@nascente/contract/connections/api-keys';
import { createIntegration } from '@nascente/contract/connections/integrations';
import { createSharedLink, readSharedLink } from '@nascente/contract/connections/shared-links';
import { filesOfWorkbook, rowsOfSheet } from '../../testing/read-workbook.ts';
import {
  commaNumber,
  figuresOfText,
  fileReader,
  type Places,
  type Subject,
  sharesIn,
  sum,
  textOfPdf,
} from './figures.ts';
import type { MeasuredCompany } from './measured-company.ts';

/** Shared links, reports and files for other programs. */
export const documentPlaces = (company: MeasuredCompany): Places => {
  const { api, owner } = company;
  const { token } = owner;
  const of = ({ id }: Subject, path: string) => `/establishment/${id}${path}`;
  const file = fileReader(company);
  const link = async (kind: string, { id }: Subject): Promise<string> => {
    const payload = { kind, name: kind, establishmentId: id, expiresOn: kind === 'tv' ? null : '2026-12-31' };
    return (await api.succeed(createSharedLink, '/user/links', { token, payload })).key;
  };
  const shown = async (kind: string, subject: Subject) =>
    (await api.succeed(readSharedLink, `/shared/${await link(kind, subject)}`, {})).shown;
  return {
    'wall screen': {
      call: readSharedLink.name,
      async read(subject) {
        const cycle = (await shown('tv', subject)).wall?.cycle;
        return {
          bill: cycle?.cost ?? null,
          kwh: cycle?.total ?? null,
          forecast: cycle?.forecast.cost ?? null,
          forecastKwh: cycle?.forecast.total ?? null,
          forecastByAverage: cycle?.forecast.byDailyAverage.cost ?? null,
          ...(cycle && sharesIn(cycle)),
        };
      },
    },
    'shared cycle': {
      call: readSharedLink.name,
      async read(subject) {
        const { cycle } = await shown('cycle', subject);
        return {
          bill: cycle?.cost ?? null,
          energy: cycle?.energyCost ?? null,
          fixed: cycle?.fixedCost ?? null,
          kwh: cycle?.total ?? null,
          forecast: cycle?.forecast.cost ?? null,
          forecastByAverage: cycle?.forecast.byDailyAverage.cost ?? null,
          ...(cycle && sharesIn(cycle)),
        };
      },
    },
    'shared flow': {
      call: readSharedLink.name,
      async read(subject) {
        const { flow } = await shown('flow', subject);
        return {
          bill: flow?.total ?? null,
          fixed: flow?.rest.fixed ?? null,
          rest: flow?.rest.amount ?? null,
          restKwh: flow?.rest.total ?? null,
          ...(flow && sharesIn(flow)),
        };
      },
    },
    'shared report': {
      call: 'readSharedReport',
      async read(subject, home) {
        const key = await link('report', subject);
        return figuresOfText(await textOfPdf(await file(`/shared/${key}/report`, {})), home);
      },
    },
    'report as PDF': {
      call: 'readReport',
      async read(subject, home) {
        return figuresOfText(await textOfPdf(await file(of(subject, '/report?type=eletric'))), home);
      },
    },
    'report as a workbook': {
      call: 'readReport',
      async read(subject, { bill, kwh }) {
        const files = filesOfWorkbook(await file(of(subject, '/report?type=eletric&format=xlsx')));
        const numbers = [...files]
          .filter(([name]) => name.startsWith('xl/worksheets/'))
          .flatMap(([, sheet]) => rowsOfSheet(sheet).flat().map(Number));
        const found = (figure: number | null | undefined) =>
          numbers.find((number) => Math.abs(number - (figure ?? Number.NaN)) < 1e-9) ?? Number.NaN;
        return { bill: found(bill), kwh: found(kwh) };
      },
    },
    'CSV link': {
      call: 'readCsvByLink',
      async read({ general, start, today }) {
        const payload = { kind: 'csv', name: 'Planilha', boards: [general.mac] };
        const { key } = await api.succeed(createIntegration, '/user/integrations', { token, payload });
        const rows = (await file(`/csv/${key}?days=31`, {}))
          .toString()
          .split('\r\n')
          .map((row) => row.split(';'))
          .filter(([date = '']) => date >= start && date <= today);
        return { energy: sum(rows.map((row) => commaNumber(row[6]))) };
      },
    },
    'metrics for Prometheus': {
      call: 'readMeterMetrics',
      async read({ general }) {
        const payload = { name: 'Painel' };
        const { data } = await api.succeed(generateToken, '/user/generate-token', { token, payload });
        const text = (await file('/metrics/meters', { authorization: `Bearer ${data.token}` })).toString();
        const value = (metric: string) =>
          Number(new RegExp(`^${metric}\\{mac="${general.mac}".*\\} (.*)$`, 'm').exec(text)?.[1]);
        return {
          bill: value('nascente_cycle_cost_brl'),
          kwh: value('nascente_cycle_energy_kwh'),
          forecast: value('nascente_cycle_cost_forecast_brl'),
          forecastKwh: value('nascente_cycle_energy_forecast_kwh'),
          completeness: value('nascente_cycle_completeness_ratio'),
          estimated: value('nascente_cycle_estimated_ratio'),
        };
      },
    },
    'portfolio as a workbook': {
      call: 'readPortfolioFile',
      async read({ general }) {
        const files = filesOfWorkbook(await file('/portfolio/file?type=eletric'));
        const [head = [], ...rows] = rowsOfSheet(files.get('xl/worksheets/sheet1.xml'));
        const row = rows.find(([name]) => name === general.shownAs);
        const cell = (column: string) => Number(row?.[head.indexOf(column)] || Number.NaN);
        return {
          bill: cell('Até agora (R$)'),
          kwh: cell('Até agora (kWh)'),
          forecast: cell('Previsto (R$)'),
          forecastKwh: cell('Previsto (kWh)'),
          forecastByAverage: cell('Média diária × dias (R$)'),
          completeness: cell('Medido'),
          estimated: cell('Estimado'),
        };
      },
    },
  };
};
