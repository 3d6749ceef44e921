import type { SupplyWeekAnswer } from '@nascente/contract/telemetry/supply';
import { formatNumber, formatPercent } from '@nascente/domain/base/units/format';
import { Card } from '../../shared/ui/marks/card.tsx';
import styles from './supply.module.css';

type Phase = SupplyWeekAnswer['phases'][number];

const RANGES = [
  { key: 'adequate', name: 'adequada' },
  { key: 'precarious', name: 'precária' },
  { key: 'critical', name: 'crítica' },
] as const;

const PhaseRow = ({ phase, counted }: { readonly phase: Phase; readonly counted: number }) => (
  <li className={styles.phase}>
    <b>Fase {phase.phase}</b>
    <span className={styles.track} aria-hidden="true">
      {RANGES.filter(({ key }) => phase[key] > 0).map(({ key }) => (
        <i key={key} data-range={key} style={{ width: `${(phase[key] / counted) * 100}%` }} />
      ))}
    </span>
    <span className={styles.shares}>
      {RANGES.map(({ key, name }) => (
        <span key={key} data-range={key}>
          {name} {formatPercent(phase[key] / counted, phase[key] === 0 || phase[key] === counted ? 0 : 1)}
        </span>
      ))}
    </span>
    <small>
      de {formatNumber(phase.lowest, 1)} a {formatNumber(phase.highest, 1)} V, média{' '}
      {formatNumber(phase.mean, 1)} V
    </small>
  </li>
);

/** In which range the readings of each phase lie. */
export const PhasesCard = ({
  supply: { phases, counted, limits },
}: {
  readonly supply: SupplyWeekAnswer;
}) => (
  <Card
    tour="supply-phases"
    span={6}
    title="Faixas"
    qualifier={`adequada de ${limits.adequateLow} a ${limits.adequateHigh} V, crítica abaixo de ${limits.criticalLow} e acima de ${limits.criticalHigh} V`}
  >
    <ul className={styles.phases} aria-label="Leituras de cada fase por faixa">
      {phases.map((phase) => (
        <PhaseRow key={phase.phase} phase={phase} counted={counted} />
      ))}
    </ul>
  </Card>
);
