import { formatNumber } from '@nascente/domain/base/units/format';
import { outlierText } from '@nascente/domain/insight/portfolio/compared-establishments';
import { isStateCode, type StateCode, stateCodes, stateName } from '@nascente/domain/sites/registry/states';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { averageForecastText } from '../../shared/consumption/average-forecast.ts';
import { useRememberedHeight, useRememberHeight } from '../../shared/session-state/remembered-height.ts';
import { BigNumber } from '../../shared/ui/marks/big-number.tsx';
import { SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
import { WorkProgress } from '../../shared/ui/work-progress.tsx';
import styles from './portfolio.module.css';
import { type Mark, type PortfolioRow, sumOf } from './portfolio-rows.ts';

/** Position of each state in a tile map of Brazil; most neighbours stay adjacent. */
const STATE_SQUARES: Readonly<Record<StateCode, readonly [column: number, row: number]>> = {
  RR: [2, 1],
  AP: [4, 1],
  AM: [2, 2],
  PA: [3, 2],
  MA: [4, 2],
  CE: [5, 2],
  RN: [6, 2],
  AC: [1, 3],
  RO: [2, 3],
  TO: [3, 3],
  PI: [4, 3],
  PE: [5, 3],
  PB: [6, 3],
  MT: [2, 4],
  DF: [3, 4],
  BA: [4, 4],
  SE: [5, 4],
  AL: [6, 4],
  MS: [2, 5],
  GO: [3, 5],
  MG: [4, 5],
  ES: [5, 5],
  SP: [3, 6],
  RJ: [4, 6],
  PR: [3, 7],
  RS: [2, 8],
  SC: [3, 8],
};

interface StateSum {
  readonly count: number;
  readonly forecast: number;
}

const sumsOf = (rows: readonly PortfolioRow[]): ReadonlyMap<StateCode, StateSum> => {
  const sums = new Map<StateCode, StateSum>();
  for (const { state, figures } of rows) {
    if (state === null || !isStateCode(state)) continue;
    const { count, forecast } = sums.get(state) ?? { count: 0, forecast: 0 };
    sums.set(state, { count: count + 1, forecast: forecast + (figures?.forecast.cost ?? 0) });
  }
  return sums;
};

const countText = (count: number): string =>
  count === 1 ? '1 estabelecimento' : `${formatNumber(count, 0)} estabelecimentos`;

interface StateMapProps {
  readonly rows: readonly PortfolioRow[];
  readonly chosen: string | null;
  readonly onChoose: (state: string | null) => void;
}

/** A tile map of Brazil, darker for higher cost; states with establishments are buttons. */
export const StateMap = ({ rows, chosen, onChoose }: StateMapProps) => {
  const sums = sumsOf(rows);
  const maximum = Math.max(...[...sums.values()].map(({ forecast }) => forecast), 1);
  return (
    <fieldset className={styles.map} aria-label="Estados" data-tour="portfolio-map">
      {stateCodes.map((code) => {
        const [column, row] = STATE_SQUARES[code];
        const sum = sums.get(code);
        const where = { gridColumn: column, gridRow: row };
        if (sum === undefined)
          return (
            <span key={code} className={styles.state} style={where} aria-hidden="true">
              {code}
            </span>
          );
        const money = sum.forecast > 0 ? `, R$ ${formatNumber(sum.forecast, 0)} previstos` : '';
        return (
          <button
            key={code}
            type="button"
            className={styles.state}
            style={{ ...where, '--share': sum.forecast / maximum } as CSSProperties}
            aria-pressed={chosen === code}
            aria-label={`${code} ${formatNumber(sum.count, 0)}: ${countText(sum.count)} em ${stateName(code)}${money}`}
            onClick={() => onChoose(chosen === code ? null : code)}
          >
            {code} <small>{formatNumber(sum.count, 0)}</small>
          </button>
        );
      })}
    </fieldset>
  );
};

const MAXIMUM = 4;

/** The height of the sums in px, before this device has shown them: that of a portfolio whose establishments all need attention. */
const assumedHeight = (establishments: number): number => 195 + 45 * Math.min(establishments, MAXIMUM);

const reasonOf = ({ alerts, outlier }: PortfolioRow): string =>
  [
    alerts > 0 && (alerts === 1 ? '1 aviso aberto' : `${alerts} avisos abertos`),
    outlier !== null && outlierText(outlier),
  ]
    .filter((reason) => reason !== false)
    .join(' · ');

/** Establishments that need attention, with reasons: most alerts first, then the strongest outliers. */
const AskingRows = ({ rows }: { readonly rows: readonly PortfolioRow[] }) => {
  const asking = rows
    .filter(({ alerts, outlier }) => alerts > 0 || outlier !== null)
    .toSorted(
      (one, other) => other.alerts - one.alerts || (other.outlier?.times ?? 0) - (one.outlier?.times ?? 0),
    );
  if (asking.length === 0) return <p className={styles.calm}>Nenhum estabelecimento pede atenção agora.</p>;
  return (
    <ul className={styles.asking} aria-label="Pedem atenção">
      {asking.slice(0, MAXIMUM).map((row) => (
        <li key={row.id}>
          <Link to={`/home?estabelecimento=${row.id}`}>
            <b>{row.name}</b>
            <small>{reasonOf(row)}</small>
          </Link>
        </li>
      ))}
    </ul>
  );
};

interface PortfolioSumsProps {
  readonly rows: readonly PortfolioRow[];
  readonly read: number;
  readonly mark: Mark | null;
  readonly onMark: (mark: Mark | null) => void;
}

const Progress = ({ read, of }: { readonly read: number; readonly of: number }) =>
  read < of ? (
    <div className={styles.progress}>
      <WorkProgress label="Estabelecimentos lidos" done={read} of={of}>
        {`${formatNumber(read, 0)} de ${formatNumber(of, 0)} estabelecimentos lidos`}
      </WorkProgress>
    </div>
  ) : null;

export const PortfolioSums = ({ rows, read, mark, onMark }: PortfolioSumsProps) => {
  const { priced, soFar, forecast, byAverage } = sumOf(rows);
  const isComplete = read === rows.length;
  const height = useRememberedHeight('portfolio-sums');
  const sums = useRememberHeight('portfolio-sums', isComplete);
  const marks = [
    {
      mark: 'alertas',
      count: rows.filter(({ alerts }) => alerts > 0).length,
      one: 'com aviso aberto',
      more: 'com avisos abertos',
    },
    {
      mark: 'parecidos',
      count: rows.filter(({ outlier }) => outlier !== null).length,
      one: 'diferente dos parecidos',
      more: 'diferentes dos parecidos',
    },
  ] as const;
  return (
    <div ref={sums} style={isComplete ? undefined : { minHeight: height ?? assumedHeight(rows.length) }}>
      <div className={styles.sums}>
        <div>
          <p className={styles.muted}>Previsto nos ciclos de agora</p>
          {read === 0 ? (
            <SkeletonLine width={7} size="page" />
          ) : (
            <BigNumber value={formatNumber(forecast, 0)} currency="R$" size="page" />
          )}
        </div>
        {read > 0 && (
          <p className={styles.muted}>
            R$ {formatNumber(soFar, 2)} até agora
            <br />
            {averageForecastText({ total: 0, cost: byAverage }, 'eletric', 'money')}
            {priced < rows.length && read === rows.length && (
              <>
                <br />
                {formatNumber(rows.length - priced, 0)} sem valor: sem tarifa ou sem medição
              </>
            )}
          </p>
        )}
      </div>
      <Progress read={read} of={rows.length} />
      <div className={styles.counts}>
        {marks
          .filter(({ mark: each, count }) => count > 0 || mark === each)
          .map(({ mark: each, count, one, more }) => (
            <button
              key={each}
              type="button"
              className={styles.count}
              aria-pressed={mark === each}
              onClick={() => onMark(mark === each ? null : each)}
            >
              <b>{formatNumber(count, 0)}</b> {count === 1 ? one : more}
            </button>
          ))}
      </div>
      {isComplete && <AskingRows rows={rows} />}
    </div>
  );
};
