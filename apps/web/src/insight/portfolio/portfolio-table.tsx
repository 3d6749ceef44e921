import { formatNumber, formatPercent, NOTICEABLE_CHANGE } from '@nascente/domain/base/units/format';
import { comparedHoursText, isPartlyMeasured } from '@nascente/domain/energy/consumption/partly-measured';
import { outlierText } from '@nascente/domain/insight/portfolio/compared-establishments';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import { type MeterKind, moneyText, quantityText, unitOfKind } from '../../shared/consumption/amount.ts';
import { completenessPercent } from '../../shared/consumption/completeness.ts';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { type ColumnName, cellValue, type Order, orderAfter, type PortfolioRow } from './portfolio-rows.ts';
import styles from './portfolio-table.module.css';

const UNKNOWN = '—';

const textOrDash = (value: number | null | undefined, text: (value: number) => string): string =>
  value == null ? UNKNOWN : text(value);

const intensityText = (value: number): string => formatNumber(value, value >= 100 ? 0 : value >= 10 ? 1 : 2);
const changeText = (change: number): string =>
  Math.abs(change) < NOTICEABLE_CHANGE ? 'igual' : `${change > 0 ? '+' : ''}${formatPercent(change)}`;
/** Marks a partly measured cycle in a row of comparisons. */
const measuredText = ({ completeness, estimated }: NonNullable<PortfolioRow['figures']>): string =>
  `${isPartlyMeasured(completeness) ? 'só ' : ''}${completenessPercent(completeness, estimated)}`;
const cityText = ({ city, state }: PortfolioRow): string =>
  [city, state].filter((part) => part !== null).join(', ');

interface Column {
  readonly name: ColumnName;
  readonly label: string;
  readonly cell: (row: PortfolioRow) => ReactNode;
}

const columnsOf = (kind: MeterKind): readonly Column[] => {
  const unit = unitOfKind(kind);
  return [
    {
      name: 'agora',
      label: 'Até agora',
      cell: ({ figures }) => textOrDash(figures?.cost, moneyText),
    },
    {
      name: 'media',
      label: 'Média diária × dias',
      cell: ({ figures }) => textOrDash(figures?.forecast.byDailyAverage.cost, moneyText),
    },
    {
      name: 'consumo',
      label: `${unit} previstos`,
      cell: ({ figures }) => textOrDash(figures?.forecast.total, (total) => quantityText(total, kind)),
    },
    { name: 'area', label: `${unit}/m²`, cell: ({ perArea }) => textOrDash(perArea, intensityText) },
    {
      name: 'pessoa',
      label: `${unit}/pessoa`,
      cell: ({ perPerson }) => textOrDash(perPerson, intensityText),
    },
    {
      name: 'hora',
      label: `${unit}/hora aberta`,
      cell: ({ perOpenHour }) => textOrDash(perOpenHour, intensityText),
    },
    {
      name: 'ano',
      label: 'Em relação ao ano passado',
      cell: ({ change, figures }) => (
        <>
          {textOrDash(change, changeText)}
          {figures?.yearBefore && <small>{comparedHoursText(figures.yearBefore)}</small>}
        </>
      ),
    },
    {
      name: 'meta',
      label: 'Em relação à meta',
      cell: ({ aboveBudget }) => textOrDash(aboveBudget, changeText),
    },
    {
      name: 'medido',
      label: 'Medido',
      cell: ({ figures }) => (figures == null ? UNKNOWN : measuredText(figures)),
    },
    {
      name: 'alertas',
      label: 'Avisos',
      cell: ({ alerts }) => (alerts === 0 ? UNKNOWN : formatNumber(alerts, 0)),
    },
  ];
};

interface HeadProps {
  readonly name: ColumnName;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  readonly children: ReactNode;
}

const Head = ({ name, order, onOrder, children }: HeadProps) => (
  <th
    scope="col"
    {...(order.by === name && { 'aria-sort': order.isDescending ? 'descending' : 'ascending' })}
  >
    <button type="button" className={styles.sort} onClick={() => onOrder(orderAfter(order, name))}>
      {children}
      <Icon name="chevron-down" size={16} />
    </button>
  </th>
);

const Ranked = ({ row: { figures }, max }: { readonly row: PortfolioRow; readonly max: number }) => {
  if (figures === undefined) return <td className={styles.resting}>…</td>;
  const cost = figures?.forecast.cost ?? null;
  return (
    <td className={styles.ranked} style={{ '--share': (cost ?? 0) / max } as CSSProperties}>
      {cost === null ? UNKNOWN : `R$ ${formatNumber(cost, 0)}`}
      <i aria-hidden="true" />
    </td>
  );
};

export const choosableColumns = (kind: MeterKind): readonly { name: ColumnName; label: string }[] => [
  ...columnsOf(kind),
  { name: 'parecidos', label: 'Entre os parecidos' },
];

/** Whether any row has a value; an empty column hides once all rows have figures. */
const hasValues = (rows: readonly PortfolioRow[], name: ColumnName): boolean =>
  rows.some((row) => row.figures === undefined) || rows.some((row) => (cellValue(row, name) ?? 0) !== 0);

interface PortfolioTableProps {
  readonly rows: readonly PortfolioRow[];
  readonly hidden: ReadonlySet<string>;
  readonly kind: MeterKind;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

export const PortfolioTable = ({ rows, hidden, kind, order, onOrder }: PortfolioTableProps) => {
  const isShown = (name: ColumnName): boolean => !hidden.has(name) && hasValues(rows, name);
  const columns = columnsOf(kind).filter(({ name }) => isShown(name));
  const hasOutliers = isShown('parecidos');
  const maximum = Math.max(...rows.map(({ figures }) => figures?.forecast.cost ?? 0), 1);
  const sorting = { order, onOrder };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label="Estabelecimentos lado a lado">
      <table className={styles.table}>
        <thead>
          <tr>
            <Head name="nome" {...sorting}>
              Estabelecimento
            </Head>
            <Head name="previsto" {...sorting}>
              Previsto
            </Head>
            {columns.map(({ name, label }) => (
              <Head key={name} name={name} {...sorting}>
                {label}
              </Head>
            ))}
            {hasOutliers && (
              <Head name="parecidos" {...sorting}>
                Entre os parecidos
              </Head>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <Link to={`/home?estabelecimento=${row.id}`}>{row.name}</Link>
                <small>{cityText(row)}</small>
              </th>
              <Ranked row={row} max={maximum} />
              {columns.map(({ name, cell }) => (
                <td key={name}>{row.figures === undefined ? '' : cell(row)}</td>
              ))}
              {hasOutliers && (
                <td className={styles.words}>{row.outlier === null ? UNKNOWN : outlierText(row.outlier)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
