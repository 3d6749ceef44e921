import type { Demand } from '@nascente/contract/energy/analysis';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatNumber } from '@nascente/domain/base/units/format';
import { POST_NAMES } from '../../../../shared/consumption/post-words.ts';
import { BigNumber } from '../../../../shared/ui/marks/big-number.tsx';
import { Tag } from '../../../../shared/ui/marks/tag.tsx';
import classes from './demand-card.module.css';
import { kilowattsText, quarterText } from './demand-curve.ts';

type Peak = Demand['peaks'][number];

interface Part {
  readonly key: string;
  readonly name: string;
  readonly power: number;
  /** Name of a CSS variable. */
  readonly color: `--${string}`;
}

/** Less than this is no load but the rounding of two meters. */
const MIN_REMAINDER_KW = 0.005;

const PHASES = [
  { key: 'phaseA', name: 'Fase A', color: '--phase-a' },
  { key: 'phaseB', name: 'Fase B', color: '--phase-b' },
  { key: 'phaseC', name: 'Fase C', color: '--phase-c' },
] as const;

/** What was behind a peak: the other meters and what none of them accounts for; without others, the phases. */
export const partsOfPeak = ({ loads, remainder, phases }: Peak, isTri: boolean): readonly Part[] => {
  if (remainder !== null) {
    const others = loads.map(({ mac, name, power }) => ({
      key: mac,
      name,
      power,
      color: '--off-peak' as const,
    }));
    return remainder > MIN_REMAINDER_KW
      ? [...others, { key: 'remainder', name: 'Demais cargas', power: remainder, color: '--neutral-mark' }]
      : others;
  }
  return isTri ? PHASES.map((phase) => ({ ...phase, power: phases[phase.key] })) : [];
};

const Parts = ({ parts, power }: { readonly parts: readonly Part[]; readonly power: number }) => (
  <ul className={classes.parts}>
    {parts.map((part) => (
      <li key={part.key}>
        <span className={classes.partName}>{part.name}</span>
        <span className={classes.track} aria-hidden="true">
          <i
            style={{
              width: `${power > 0 ? Math.min(100, (part.power / power) * 100) : 0}%`,
              background: `var(${part.color})`,
            }}
          />
        </span>
        <span className={classes.partPower}>{kilowattsText(part.power)}</span>
      </li>
    ))}
  </ul>
);

interface PeakListProps {
  readonly peaks: readonly Peak[];
  readonly zone: Zone;
  readonly isTri: boolean;
}

/** The highest quarter-hours, each with its time, its post and the load behind it. */
export const PeakList = ({ peaks, zone, isTri }: PeakListProps) => (
  <ol className={classes.peaks} aria-label="Maiores demandas">
    {peaks.map((peak) => {
      const parts = partsOfPeak(peak, isTri);
      return (
        <li key={peak.start} className={classes.peak}>
          <div className={classes.when}>
            <BigNumber value={formatNumber(peak.power, peak.power < 10 ? 2 : 1)} unit="kW" />
            <span>{quarterText(instant(Date.parse(peak.start)), zone)}</span>
            <Tag>{POST_NAMES[peak.post]}</Tag>
          </div>
          {parts.length > 0 && <Parts parts={parts} power={peak.power} />}
        </li>
      );
    })}
  </ol>
);
