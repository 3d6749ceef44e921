import { formatNumber } from '@nascente/domain/base/units/format';
import { type PowerFactorLevel, powerFactorLevel } from '@nascente/domain/telemetry/quality/power-factor';
import { type Tension, voltageWarning } from '@nascente/domain/telemetry/quality/voltage';
import { BigNumber } from '../../../shared/ui/marks/big-number.tsx';
import { Sparkline } from '../../../shared/ui/marks/sparkline.tsx';
import classes from './live-card.module.css';
import type { PhaseReading } from './live-reading.ts';

interface PhaseColumnProps {
  readonly name: string;
  /** CSS variable of the phase. */
  readonly color: `--${string}`;
  readonly reading: PhaseReading | null;
  readonly course: readonly (number | null)[];
  readonly tension: Tension;
}

const NONE = '–';

const LEVEL: Record<PowerFactorLevel, { tone: string; text: string }> = {
  low: { tone: 'bad', text: 'muito baixo' },
  normal: { tone: 'warn', text: 'normal' },
  great: { tone: 'good', text: 'ótimo (0,8 ou mais; a fatura cobra abaixo de 0,92)' },
};

const number = (value: number | null | undefined, decimals: number, unit = ''): string =>
  value === null || value === undefined ? NONE : `${formatNumber(value, decimals)}${unit}`;

const VOLTAGE_WARNING = { over: 'sobretensão', under: 'subtensão' } as const;

const VoltageRow = ({ volts, tension }: { readonly volts: number | null; readonly tension: Tension }) => {
  const warning = volts === null ? null : voltageWarning(volts, tension);
  return (
    <div>
      <dt>Tensão</dt>
      <dd
        data-tone={warning === null ? undefined : 'warn'}
        title={warning === null ? undefined : VOLTAGE_WARNING[warning]}
      >
        {number(volts, 1, '\u00a0V')}
        {warning !== null && <span className={classes.heard}> {VOLTAGE_WARNING[warning]}</span>}
      </dd>
    </div>
  );
};

/** A power factor with what it is worth; beside the name of whatever it is of. */
export const PowerFactorRow = ({
  name,
  factor,
}: {
  readonly name: string;
  readonly factor: number | null;
}) => {
  const level = factor === null ? null : LEVEL[powerFactorLevel(factor)];
  return (
    <div>
      <dt>{name}</dt>
      <dd data-tone={level?.tone} title={level?.text}>
        {number(factor, 2)}
        {level !== null && <span className={classes.heard}> {level.text}</span>}
      </dd>
    </div>
  );
};

/** One phase: power, its course, voltage, current and power factor. */
export const PhaseColumn = ({ name, color, reading, course, tension }: PhaseColumnProps) => (
  <div className={classes.phase}>
    <h3>
      <i style={{ background: `var(${color})` }} />
      {name}
    </h3>
    <BigNumber value={number(reading?.power == null ? null : reading.power / 1000, 2)} unit="kW" />
    <div className={classes.phaseCourse}>
      <Sparkline values={course} color={`var(${color})`} height={28} />
    </div>
    <dl>
      <VoltageRow volts={reading?.voltage ?? null} tension={tension} />
      <div>
        <dt>Corrente</dt>
        <dd>{number(reading?.current, 1, '\u00a0A')}</dd>
      </div>
      <PowerFactorRow name="Fator de potência" factor={reading?.powerFactor ?? null} />
    </dl>
  </div>
);
