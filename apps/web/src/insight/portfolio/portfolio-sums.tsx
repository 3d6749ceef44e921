import { formatNumber } from '@nascente/domain/base/units/format';
import { outlierText } from '@nascente/domain/insight/portfolio/compared-establishments';
import { Link } from 'react-router';
import { averageForecastText } from '../../shared/consumption/average-forecast.ts';
import { useRememberedHeight, useRememberHeight } from '../../shared/session-state/remembered-height.ts';
import { BigNumber } from '../../shared/ui/marks/big-number.tsx';
import { SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
import { WorkProgress } from '../../shared/ui/work-progress.tsx';
import styles from './portfolio.module.css';
import { type Mark, type PortfolioRow, sumOf } from './portfolio-rows.ts';

const MAXIMUM = 4;

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
    <div ref={sums} style={isComplete || height === null ? undefined : { minHeight: height }}>
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
