import { Readable } from 'node:stream';
import type { BodyOf } from '@nascente/contract/base/call';
import {
  type PortfolioEntries,
  type PortfolioFigures,
  readPortfolio,
  readPortfolioFile,
} from '@nascente/contract/insight/portfolio';
import type { Establishment } from '@nascente/contract/sites/establishments';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { monthOf } from '@nascente/domain/base/time/civil-month';
import {
  comparedInCycle,
  type Intensity,
  intensityOf,
  outliersOf,
  outlierText,
} from '@nascente/domain/insight/portfolio/compared-establishments';
import { againstBudget, type BudgetMeasure } from '@nascente/domain/money/budgets/budget-texts';
import { may } from '@nascente/domain/people/permissions';
import type { PlannedReader } from '../../money/budgets/index.ts';
import type { EstablishmentReaders } from '../../money/establishment-consumption/index.ts';
import { sheetDay, sheetEntries } from '../../platform/files/workbook-parts.ts';
import { xmlText } from '../../platform/files/xml-text.ts';
import { zipStream } from '../../platform/files/zip-stream.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { StreamedAnswer } from '../../platform/http/calls/streamed-answer.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { EstablishmentsService } from '../../sites/establishments/index.ts';
import type { BoardType } from '../../sites/meters/index.ts';

type PortfolioRow = PortfolioEntries[number] & { readonly establishment: Establishment };
type Cell = string | number | null;

/** Styles of cells: bold, two decimals, a day, a percentage. */
const [BOLD, DECIMALS, DAY, SHARE] = [2, 3, 4, 5];

const comparedOf = ({ establishment, figures }: PortfolioRow) => comparedInCycle(establishment, figures);

const headOf = (unit: string): readonly string[] => [
  'Estabelecimento',
  'Cidade',
  'Estado',
  'Atividade',
  'Início do ciclo',
  'Fim do ciclo',
  'Até agora (R$)',
  'Previsto (R$)',
  'Média diária × dias (R$)',
  `Até agora (${unit})`,
  `Previsto (${unit})`,
  `${unit} por m²`,
  `${unit} por pessoa`,
  `${unit} por hora aberta`,
  'Em relação ao ano passado',
  'Previsto em relação à meta',
  'Medido',
  'Estimado',
  'Avisos abertos',
  'Entre os parecidos',
];

const ratio = (figures: PortfolioRow['figures']): number | null =>
  figures?.yearBefore ? figures.yearBefore.current / figures.yearBefore.other - 1 : null;

const cellsOf = (row: PortfolioRow, standsOut: string | null): readonly (readonly [Cell, number])[] => {
  const { establishment, figures, alerts } = row;
  const compared = comparedOf(row);
  const by = (intensity: Intensity) => [intensityOf(compared, intensity), DECIMALS] as const;
  return [
    [establishment.fantasyName || establishment.name, 0],
    [establishment.location.city, 0],
    [establishment.location.state, 0],
    [establishment.activity, 0],
    [figures && sheetDay(figures.start), DAY],
    [figures && sheetDay(figures.end), DAY],
    [figures?.cost ?? null, DECIMALS],
    [figures?.forecast.cost ?? null, DECIMALS],
    [figures?.forecast.byDailyAverage.cost ?? null, DECIMALS],
    [figures?.total ?? null, DECIMALS],
    [figures?.forecast.total ?? null, DECIMALS],
    by('per-area'),
    by('per-person'),
    by('per-open-hour'),
    [ratio(figures), SHARE],
    [figures && againstBudget(figures), SHARE],
    [figures?.completeness ?? null, SHARE],
    [figures && (figures.estimated ?? 0), SHARE],
    [alerts, 0],
    [standsOut, 0],
  ];
};

const cell = (value: Cell, style: number): string => {
  if (value === null) return '<c/>';
  if (typeof value === 'number') return `<c s="${style}"><v>${value}</v></c>`;
  return `<c t="inlineStr" s="${style}"><is><t>${xmlText(value)}</t></is></c>`;
};
const row = (cells: readonly (readonly [Cell, number])[]): string =>
  `<row>${cells.map(([value, style]) => cell(value, style)).join('')}</row>`;

const START = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">\
<pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/></sheetView></sheetViews>\
<cols><col min="1" max="1" width="34" customWidth="1"/><col min="2" max="19" width="16" customWidth="1"/>\
<col min="20" max="20" width="60" customWidth="1"/></cols><sheetData>`;

/** A workbook with a row for each establishment, the most expensive first; a missing figure is an empty cell. */
const portfolioWorkbook = (rows: readonly PortfolioRow[], type: BoardType): Readable => {
  const unit = type === 'water' ? 'm³' : 'kWh';
  const outliers = outliersOf(rows.map(comparedOf));
  const sorted = rows.toSorted(
    (a, b) =>
      (b.figures?.forecast.cost ?? -1) - (a.figures?.forecast.cost ?? -1) ||
      (b.figures?.forecast.total ?? -1) - (a.figures?.forecast.total ?? -1),
  );
  const lines = sorted.map((one) => {
    const outlier = outliers.get(one.establishment._id);
    return row(cellsOf(one, outlier === undefined ? null : outlierText(outlier)));
  });
  const sheet = [
    START,
    row(headOf(unit).map((label) => [label, BOLD])),
    ...lines,
    '</sheetData></worksheet>',
  ];
  const entries = [{ name: 'xl/worksheets/sheet1.xml', content: sheet }, ...sheetEntries(['Portfólio'])];
  return Readable.from(zipStream(entries), { objectMode: false });
};

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type OpenAlerts = (caller: Caller, type: BoardType) => Promise<ReadonlyMap<string, number>>;

/** The comparison with last year; `null` if less than half of its hours can be compared, or last year had no consumption. */
const comparedWithLastYear = (
  compared: Awaited<ReturnType<EstablishmentReaders['yearBeforeOf']>>,
): PortfolioFigures['yearBefore'] => {
  if (compared === null || compared.hours * 2 < compared.ofHours || compared.other <= 0) return null;
  const { hours, ofHours, current, other } = compared;
  return { hours, ofHours, current, other };
};

/** Electricity is compared with its budget in R$, or in kWh if none in R$ exists; water in m³. */
const MEASURES: Readonly<Record<BoardType, readonly BudgetMeasure[]>> = {
  eletric: ['money', 'energy'],
  water: ['water'],
};

type CardReaders = Pick<EstablishmentReaders, 'readEach' | 'amountsOf' | 'yearBeforeOf'>;
type CycleFigures = Omit<PortfolioFigures, 'budget'>;

/** The cycle of an establishment for its card, with last year; `null` without data. */
const readCycle = async (
  consumption: CardReaders,
  caller: Caller,
  establishment: Parameters<CardReaders['yearBeforeOf']>[0],
): Promise<CycleFigures | null> => {
  const [cycle, yearBefore] = await Promise.all([
    consumption.amountsOf(caller, establishment),
    consumption.yearBeforeOf(establishment),
  ]);
  return cycle && { ...cycle, yearBefore: comparedWithLastYear(yearBefore) };
};

const cycleMonth = ({ start }: CycleFigures): string => monthOf(civilDate(start));

/** Returns the budget of one establishment's cycle. Reads the budgets of all establishments by one statement. */
const readBudgets = async (
  planned: Pick<PlannedReader, 'of'>,
  ids: readonly string[],
  cycles: readonly (CycleFigures | null)[],
  type: BoardType,
): Promise<(id: string, cycle: CycleFigures) => PortfolioFigures['budget']> => {
  const months = cycles.flatMap((cycle) => (cycle === null ? [] : [cycleMonth(cycle)])).toSorted();
  const [from, to] = [months[0], months.at(-1)];
  const plans = from === undefined || to === undefined ? [] : await planned.of(ids, from, to);
  return (id, cycle) => {
    const own = plans.filter((plan) => plan.id === id && plan.cycle === cycleMonth(cycle));
    const [budget = null] = MEASURES[type].flatMap((measure) =>
      own.filter((plan) => plan.measure === measure),
    );
    return budget && { measure: budget.measure, amount: budget.amount };
  };
};

export const createPortfolioFeature = (needs: {
  establishments: EstablishmentsService;
  consumption: CardReaders;
  planned: Pick<PlannedReader, 'of'>;
  openAlerts: OpenAlerts;
}): { register(app: CallBinder): void } => {
  const { establishments, consumption, planned, openAlerts } = needs;

  const read = async (
    caller: Caller,
    { ids, type }: BodyOf<typeof readPortfolio>,
    signal: AbortSignal,
  ): Promise<PortfolioEntries> => {
    requirePermission(caller, 'see-consumption');
    const [alerts, cycles] = await Promise.all([
      openAlerts(caller, type),
      consumption.readEach(
        caller,
        ids.map((id) => ({ id, type })),
        signal,
        (one) => readCycle(consumption, caller, one),
      ),
    ]);
    const mayPlan = may(caller.profile, 'plan-budgets');
    const budgetOf = mayPlan ? await readBudgets(planned, ids, cycles, type) : () => null;
    return ids.map((id, index) => {
      const cycle = cycles[index] ?? null;
      return { figures: cycle && { ...cycle, budget: budgetOf(id, cycle) }, alerts: alerts.get(id) ?? 0 };
    });
  };

  const service = {
    /** Figures in the requested order. Throws NotFound if one establishment is not the caller's. */
    read,
    async file(caller: Caller, type: BoardType, signal: AbortSignal) {
      requirePermission(caller, 'see-consumption');
      const listed = (await establishments.list(caller)).filter(
        ({ owner }) => !may(caller.profile, 'see-every-customer') || owner === caller.accountId,
      );
      const entries = await read(caller, { ids: listed.map(({ _id }) => _id), type }, signal);
      const rows = listed.flatMap((establishment, index) => {
        const entry = entries[index];
        return entry === undefined ? [] : [{ establishment, ...entry }];
      });
      return new StreamedAnswer(portfolioWorkbook(rows, type), { contentType: XLSX, name: 'portfolio.xlsx' });
    },
  };

  return {
    register(app: CallBinder): void {
      bindField(app, readPortfolio, ({ caller, body, signal }) => service.read(caller, body, signal));
      bindCall(app, readPortfolioFile, ({ caller, query, signal }) =>
        service.file(caller, query.type, signal),
      );
    },
  };
};
