import type { PortfolioEntries, PortfolioFigures } from '@nascente/contract/insight/portfolio';
import type { Establishment } from '@nascente/contract/sites/establishments';
import {
  comparedInCycle,
  intensityOf,
  type Outlier,
  outliersOf,
} from '@nascente/domain/insight/portfolio/compared-establishments';
import { againstBudget } from '@nascente/domain/money/budgets/budget-texts';
import { nameOf } from '../../shared/establishment-name.ts';
import { foldForSearch, nameOrder } from '../../shared/fold-for-search.ts';

/** An establishment's row; figures are null where unmeasured, undefined while loading. */
export interface PortfolioRow {
  readonly id: string;
  readonly name: string;
  readonly city: string | null;
  readonly state: string | null;
  readonly activity: string | null;
  readonly figures: PortfolioFigures | null | undefined;
  readonly alerts: number;
  readonly perArea: number | null;
  readonly perPerson: number | null;
  readonly perOpenHour: number | null;
  /** (now − last year) / last year, over the same days. */
  readonly change: number | null;
  readonly aboveBudget: number | null;
  readonly outlier: Outlier | null;
}

export type EntryOf = (id: string) => PortfolioEntries[number] | undefined;

/** Rows of establishments; outliers are found among those with figures. */
export const portfolioRows = (establishments: readonly Establishment[], entryOf: EntryOf): PortfolioRow[] => {
  const compared = establishments.map((establishment) =>
    comparedInCycle(establishment, entryOf(establishment._id)?.figures ?? null),
  );
  const outliers = outliersOf(compared);
  return establishments.map((establishment, index) => {
    const { _id: id, location, activity } = establishment;
    const entry = entryOf(id);
    const sized = compared[index] ?? comparedInCycle(establishment, null);
    const yearBefore = entry?.figures?.yearBefore;
    return {
      id,
      name: nameOf(establishment),
      city: location.city,
      state: location.state,
      activity,
      figures: entry?.figures,
      alerts: entry?.alerts ?? 0,
      perArea: intensityOf(sized, 'per-area'),
      perPerson: intensityOf(sized, 'per-person'),
      perOpenHour: intensityOf(sized, 'per-open-hour'),
      change: yearBefore ? yearBefore.current / yearBefore.other - 1 : null,
      aboveBudget: entry?.figures ? againstBudget(entry.figures) : null,
      outlier: outliers.get(id) ?? null,
    };
  });
};

const VALUES = {
  nome: ({ name }) => name,
  previsto: ({ figures }) => figures?.forecast.cost ?? null,
  agora: ({ figures }) => figures?.cost ?? null,
  media: ({ figures }) => figures?.forecast.byDailyAverage.cost ?? null,
  consumo: ({ figures }) => figures?.forecast.total ?? null,
  area: ({ perArea }) => perArea,
  pessoa: ({ perPerson }) => perPerson,
  hora: ({ perOpenHour }) => perOpenHour,
  ano: ({ change }) => change,
  meta: ({ aboveBudget }) => aboveBudget,
  medido: ({ figures }) => figures?.completeness ?? null,
  alertas: ({ alerts }) => alerts,
  parecidos: ({ outlier }) => outlier?.times ?? null,
} as const satisfies Record<string, (row: PortfolioRow) => string | number | null>;

export type ColumnName = keyof typeof VALUES;

export const cellValue = (row: PortfolioRow, name: ColumnName): string | number | null => VALUES[name](row);

export interface Order {
  readonly by: ColumnName;
  readonly isDescending: boolean;
}

const FIRST_ORDER: Order = { by: 'previsto', isDescending: true };
const isColumn = (name: string): name is ColumnName => Object.hasOwn(VALUES, name);

/** 'previsto' is ascending, '-previsto' descending. */
export const orderOf = (text: string | null): Order => {
  const by = text?.replace(/^-/, '') ?? '';
  return text === null || !isColumn(by) ? FIRST_ORDER : { by, isDescending: text.startsWith('-') };
};
export const textOfOrder = ({ by, isDescending }: Order): string => `${isDescending ? '-' : ''}${by}`;

/** A press on the sorted column reverses it; another column starts with its highest, names with A. */
export const orderAfter = (order: Order, by: ColumnName): Order => ({
  by,
  isDescending: order.by === by ? !order.isDescending : by !== 'nome',
});

/** Unknown values come last in either direction. */
export const inOrder = (rows: readonly PortfolioRow[], { by, isDescending }: Order): PortfolioRow[] => {
  const keyOf: (row: PortfolioRow) => string | number | null = VALUES[by];
  return rows.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    if (a === null || b === null)
      return Number(a === null) - Number(b === null) || nameOrder.compare(one.name, other.name);
    const compared =
      typeof a === 'number' && typeof b === 'number' ? a - b : nameOrder.compare(String(a), String(b));
    return (isDescending ? -compared : compared) || nameOrder.compare(one.name, other.name);
  });
};

export const MARKS = ['alertas', 'parecidos'] as const;
export type Mark = (typeof MARKS)[number];

export interface Sought {
  readonly search: string;
  readonly state: string | null;
  readonly activity: string | null;
  readonly mark: Mark | null;
}

const isMarked = ({ alerts, outlier }: PortfolioRow, mark: Mark | null): boolean =>
  mark === null || (mark === 'alertas' ? alerts > 0 : outlier !== null);

/** By name or city, ignoring accents and case, and by the filters. */
export const foundRows = (rows: readonly PortfolioRow[], sought: Sought): PortfolioRow[] => {
  const text = foldForSearch(sought.search);
  return rows.filter(
    (row) =>
      (text === '' || foldForSearch(`${row.name} ${row.city ?? ''}`).includes(text)) &&
      (sought.state === null || row.state === sought.state) &&
      (sought.activity === null || row.activity === sought.activity) &&
      isMarked(row, sought.mark),
  );
};

/** R$ of all cycles, and the number of known ones. */
export const sumOf = (rows: readonly PortfolioRow[]) => {
  const priced = rows.flatMap(({ figures }) =>
    figures == null || figures.cost === null || figures.forecast.cost === null
      ? []
      : [
          {
            soFar: figures.cost,
            forecast: figures.forecast.cost,
            byAverage: figures.forecast.byDailyAverage.cost ?? 0,
          },
        ],
  );
  return {
    priced: priced.length,
    soFar: priced.reduce((sum, { soFar }) => sum + soFar, 0),
    forecast: priced.reduce((sum, { forecast }) => sum + forecast, 0),
    byAverage: priced.reduce((sum, { byAverage }) => sum + byAverage, 0),
  };
};
