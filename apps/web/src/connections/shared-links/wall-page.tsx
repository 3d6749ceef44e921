import { ChartLegend } from '@nascente/charts/chart-legend';
import { LineGraph, type LinePoint } from '@nascente/charts/line-graph';
import type { Shown, WallShown } from '@nascente/contract/connections/shared-links';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, instant, MINUTE_MS, parseZone } from '@nascente/domain/base/time/zone';
import { formatClock, formatNumber, formatPower, formatShortDay } from '@nascente/domain/base/units/format';
import { partlyMeasuredText } from '@nascente/domain/energy/consumption/partly-measured';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { amountText, moneyOf, quantityText } from '../../shared/consumption/amount.ts';
import { averageForecastText } from '../../shared/consumption/average-forecast.ts';
import { useNow } from '../../shared/consumption/use-now.ts';
import { useShown } from '../../shared/links/use-shown.ts';
import styles from './wall-page.module.css';

const QUARTERS_AN_HOUR = 4;
/** Large, since it is viewed from a distance. */
const FONT_SIZE = 16;
const LITRES = 1000;

/** Mean kW of each quarter-hour, L/h for water; a missing quarter-hour has no point. */
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
const DayCurve = ({ wall, isWater }: { readonly wall: WallShown; readonly isWater: boolean }) => {
  const unit = isWater ? 'L/h' : 'kW';
  // The current quarter-hour is incomplete and would look like a fall.
  const today = pointsOf(wall.today.slice(0, -1), isWater);
  const yesterday = pointsOf(wall.yesterday, isWater);
  // Yesterday covers the whole day, so it sets the axis; today is drawn in front.
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
        height={220}
        isFilling
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

/** Offsets, px, that keep edges from burning in; they fit into the margin. */
const STEPS: readonly (readonly [number, number])[] = [
  [0, 0],
  [6, 2],
  [8, 8],
  [2, 10],
  [-6, 8],
  [-8, 0],
  [-6, -8],
  [2, -10],
];

/** The offset of the current minute. */
const shiftAt = (now: number): string => {
  const [x, y] = STEPS[Math.floor(now / MINUTE_MS) % STEPS.length] ?? [0, 0];
  return `translate(${x}px, ${y}px)`;
};

const ASK_EVERY_MS = 20_000;
const CLOCK_STEP_MS = 10_000;
/** Older figures are marked as old. */
const OLD_MS = 2 * 60_000;
/** The page reloads once a day, to take new versions. */
const BEGIN_ANEW_MS = 24 * 60 * 60_000;

const nowText = ({ now }: WallShown, isWater: boolean): string => {
  if (now === null) return '–';
  return isWater ? `${formatNumber(now, 1)}\u00a0L/min` : formatPower(now);
};

const Numbers = ({ wall, type }: { readonly wall: WallShown; readonly type: Shown['type'] }) => {
  const { cycle, todayShares } = wall;
  const todayNote = todayShares && partlyMeasuredText(todayShares.completeness, todayShares.estimated);
  const cycleNote = cycle && partlyMeasuredText(cycle.completeness, cycle.estimated);
  return (
    <dl className={styles.numbers}>
      <div>
        <dt>Agora</dt>
        <dd>{nowText(wall, type === 'water')}</dd>
      </div>
      <div>
        <dt>Hoje</dt>
        <dd>{quantityText(wall.todayTotal, type)}</dd>
        {todayNote !== null && <dd className={styles.note}>{todayNote}</dd>}
      </div>
      {cycle !== null && (
        <div>
          <dt>Ciclo até agora</dt>
          <dd>
            {cycle.cost === null ? quantityText(cycle.total, type) : amountText(moneyOf(cycle.cost, 0))}
          </dd>
          <dd className={styles.note}>
            previsto{' '}
            {cycle.forecast.cost === null
              ? quantityText(cycle.forecast.total, type)
              : amountText(moneyOf(cycle.forecast.cost, 0))}{' '}
            em {formatShortDay(civilDate(cycle.end)).replaceAll(' ', '\u00a0')}
            <br />
            {averageForecastText(cycle.forecast.byDailyAverage, type, 'money')}
            {cycleNote !== null && (
              <>
                <br />
                {cycleNote}
              </>
            )}
          </dd>
        </div>
      )}
    </dl>
  );
};

const Alerts = ({ alerts }: Pick<WallShown, 'alerts'>) => (
  <ul className={styles.alerts} aria-label="Avisos">
    {alerts.length === 0 && <li data-calm="true">Nenhum aviso</li>}
    {alerts.map(({ title, severity, beganAt }) => (
      <li key={`${title} ${beganAt}`} data-severity={severity}>
        {title}
      </li>
    ))}
  </ul>
);

const Wall = ({ shown, wall }: { readonly shown: Shown; readonly wall: WallShown }) => {
  const now = useNow(CLOCK_STEP_MS);
  const zone = parseZone(shown.zone) ?? DEFAULT_ZONE;
  const at = instant(Date.parse(shown.shownAt));
  const isOld = now - at > OLD_MS;
  return (
    <div className={styles.screen}>
      <main className={styles.wall} style={{ transform: shiftAt(now) }}>
        <header className={styles.head}>
          <h1>
            {shown.establishmentName} <small>{shown.name}</small>
          </h1>
          <span>
            {isOld && <>sem conexão desde {formatClock(at, zone)} · </>}
            <time>{formatClock(now, zone)}</time>
          </span>
        </header>
        <Numbers wall={wall} type={shown.type} />
        <div className={styles.chart}>
          <DayCurve wall={wall} isWater={shown.type === 'water'} />
        </div>
        <Alerts alerts={wall.alerts} />
      </main>
    </div>
  );
};

/** /tv/:token: an establishment on a wall display, without sign-in. */
export const WallPage = () => {
  const token = useParams().token ?? '';
  const { shown, isOver, failure } = useShown(token, ASK_EVERY_MS);
  const now = useNow(CLOCK_STEP_MS);
  const startedAt = useRef(now);
  const isReached = shown !== null && failure === null;
  useEffect(() => {
    if (isReached && now - startedAt.current > BEGIN_ANEW_MS) window.location.reload();
  }, [isReached, now]);
  if (shown?.wall) return <Wall shown={shown} wall={shown.wall} />;
  return (
    <main className={styles.calm}>
      <h1>
        {isOver || shown !== null
          ? 'Esta tela não está mais disponível.'
          : failure === null
            ? 'Carregando…'
            : 'Sem conexão. Tentando de novo…'}
      </h1>
    </main>
  );
};
