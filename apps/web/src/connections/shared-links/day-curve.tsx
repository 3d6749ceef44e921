import type { WallShown } from '@nascente/contract/connections/shared-links';
import { formatNumber } from '@nascente/domain/base/units/format';
import { ChartLegend } from '../../shared/charts/chart-legend.tsx';
import type { LinePoint } from '../../shared/charts/line-geometry.ts';
import { LineGraph } from '../../shared/charts/line-graph.tsx';

interface DayCurveProps {
  readonly wall: WallShown;
  readonly isWater: boolean;
}

const QUARTERS_AN_HOUR = 4;
const HEIGHT = 220;
/** It is read from across a room. */
const FONT_SIZE = 16;
const LITRES = 1000;

/** Mean kW of each quarter-hour, of water L/h; a quarter-hour that was not measured has no point. */
const pointsOf = (quarters: WallShown['today'], isWater: boolean): LinePoint[] =>
  quarters.flatMap((value, index) =>
    value === null
      ? []
      : [{ x: index / QUARTERS_AN_HOUR, y: value * QUARTERS_AN_HOUR * (isWater ? LITRES : 1) }],
  );

const TICKS = [0, 6, 12, 18, 24].map((hour) => ({ x: hour, label: `${hour} h`, rank: 1 as const }));
const clock = (hour: number): string =>
  `${String(Math.floor(hour)).padStart(2, '0')}:${String(Math.round((hour % 1) * 60)).padStart(2, '0')}`;

/** Today over yesterday, from midnight to midnight. */
export const DayCurve = ({ wall, isWater }: DayCurveProps) => {
  const unit = isWater ? 'L/h' : 'kW';
  // The quarter-hour that is under way would look like a fall.
  const today = pointsOf(wall.today.slice(0, -1), isWater);
  const yesterday = pointsOf(wall.yesterday, isWater);
  // Yesterday spans the day: it gives the axis, and today lies before it.
  const isDay = yesterday.length > 0;
  const points = isDay ? yesterday : today;
  const color = isWater ? '--water' : '--off-peak';
  return (
    <>
      <ChartLegend
        items={[
          { label: `Hoje, em ${unit}`, color },
          ...(isDay ? [{ label: 'Ontem', color: '--line-strong' as const }] : []),
        ]}
      />
      <LineGraph
        label={`${isWater ? 'Vazão' : 'Potência'} de hoje e de ontem, em ${unit}`}
        points={points}
        color={isDay ? '--line-strong' : color}
        beside={isDay ? [{ points: today, color }] : []}
        isGap={(before, after) => after.x - before.x > 1 / QUARTERS_AN_HOUR}
        ticks={TICKS}
        height={HEIGHT}
        fontSize={FONT_SIZE}
        describe={(index) => {
          const point = points[index];
          const now = today.find(({ x }) => x === point?.x);
          const text = (value: number | undefined) =>
            value === undefined ? '–' : `${formatNumber(value, 1)} ${unit}`;
          return {
            title: clock(point?.x ?? 0),
            rows: [
              { label: 'Hoje', value: text(now?.y) },
              ...(isDay ? [{ label: 'Ontem', value: text(point?.y) }] : []),
            ],
          };
        }}
      />
    </>
  );
};
