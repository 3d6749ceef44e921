import { formatNumber } from '@nascente/domain/base/units/format';
import { isStateCode, type StateCode, stateCodes, stateName } from '@nascente/domain/sites/registry/states';
import type { CSSProperties } from 'react';
import styles from './portfolio.module.css';
import type { PortfolioRow } from './portfolio-rows.ts';

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
