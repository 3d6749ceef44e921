import { outlierText } from '@nascente/domain/insight/portfolio/outlier-words';
import { Link } from 'react-router';
import styles from './portfolio.module.css';
import type { PortfolioRow } from './portfolio-rows.ts';

const MAXIMUM = 4;

const reasonOf = ({ alerts, outlier }: PortfolioRow): string =>
  [
    alerts > 0 && (alerts === 1 ? '1 alerta aberto' : `${alerts} alertas abertos`),
    outlier !== null && outlierText(outlier),
  ]
    .filter((reason) => reason !== false)
    .join(' · ');

/** Who asks for a look first, and why: those with most alerts, then those that stand out most. */
export const AskingRows = ({ rows }: { readonly rows: readonly PortfolioRow[] }) => {
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
