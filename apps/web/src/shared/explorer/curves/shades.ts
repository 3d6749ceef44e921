import { civilDateAt, clockMsAt, endOfDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { DAY_MS, instant, type Zone } from '@nascente/domain/base/time/zone';
import { TOU_PERIODS, type TouPeriod } from '@nascente/domain/sites/tou-windows/tou-periods';
import { touPeriodsOfRules } from '../../consumption/tou-period-texts.ts';
import type { Viewport } from '../plot/viewport.ts';
import { type Curve, gapsIn } from './curve.ts';

export type ShadeKind = 'inPoint' | 'interPoint' | 'excluded' | 'estimated' | 'gap' | 'before' | 'future';

export interface Shade extends Viewport {
  readonly kind: ShadeKind;
}

export const SHADE_TEXTS: Readonly<Record<ShadeKind, string>> = {
  inPoint: 'Horário de ponta',
  interPoint: 'Horário intermediário',
  excluded: 'Marcado como errado',
  estimated: 'Estimado',
  gap: 'Sem medição',
  before: 'Antes da instalação',
  future: 'Ainda não aconteceu',
};

interface ShadedCurve {
  readonly curve: Curve;
  readonly isCompared: boolean;
}

/** With more days in view, time-of-use periods are narrower than a pixel. */
const MAX_SHADED_DAYS = 15;

type Shaded = Extract<TouPeriod, 'inPoint' | 'interPoint'>;
const isShaded = (touPeriod: TouPeriod): touPeriod is Shaded => touPeriod !== 'outPoint';

const periodShades = ({ touPeriods }: Pick<Curve, 'touPeriods'>, view: Viewport, zone: Zone): Shade[] => {
  if (touPeriods.length === 0) return [];
  const touPeriodsOn = touPeriodsOfRules(touPeriods);
  const shades: Shade[] = [];
  let date = civilDateAt(instant(Math.floor(view.from)), zone);
  while (startOfDay(date, zone) < view.to) {
    const quarters = touPeriodsOn(date);
    const end = endOfDay(date, zone);
    for (let at: number = startOfDay(date, zone); at < end; at += QUARTER_MS) {
      const quarter = Math.floor(clockMsAt(instant(at), zone) / QUARTER_MS);
      const touPeriod = TOU_PERIODS[quarters[quarter] as number] as TouPeriod;
      if (!isShaded(touPeriod)) continue;
      const last = shades.at(-1);
      if (last?.kind === touPeriod && last.to === at)
        shades[shades.length - 1] = { ...last, to: at + QUARTER_MS };
      else shades.push({ kind: touPeriod, from: at, to: at + QUARTER_MS });
    }
    date = civilDateAt(end, zone);
  }
  return shades;
};

const within = ({ from, to, kind }: Shade, view: Viewport): Shade[] =>
  from < view.to && to > view.from
    ? [{ kind, from: Math.max(from, view.from), to: Math.min(to, view.to) }]
    : [];

const hasTouPeriods = ({ from, to }: Viewport): boolean => to - from <= MAX_SHADED_DAYS * DAY_MS;

/** Corrected or estimated intervals of all meters, equal ones merged; those of a compared period are shifted. */
const intervalsOf = (curves: readonly ShadedCurve[], kind: 'excluded' | 'estimated'): Viewport[] => {
  const timeIntervals = curves.flatMap(({ curve, isCompared }) => (isCompared ? [] : curve[kind]));
  return [
    ...new Map(
      timeIntervals.map((timeInterval) => [`${timeInterval.from} ${timeInterval.to}`, timeInterval]),
    ).values(),
  ];
};

/**
 * Shades behind the curves of a view; time-of-use periods, gaps and installation are those of the first meter.
 * @param drawn - the drawn interval: the view, or more on both sides
 */
export const shadesIn = (
  curves: readonly ShadedCurve[],
  view: Viewport,
  zone: Zone,
  now: number,
  drawn = view,
): Shade[] => {
  const first = curves[0]?.curve;
  if (first === undefined) return [];
  return [
    ...(hasTouPeriods(view) ? periodShades(first, drawn, zone) : []).flatMap((shade) => within(shade, drawn)),
    ...gapsIn(first, drawn).flatMap((gap) => within({ kind: 'gap', ...gap }, drawn)),
    ...(['excluded', 'estimated'] as const).flatMap((kind) =>
      intervalsOf(curves, kind).flatMap((timeInterval) => within({ kind, ...timeInterval }, drawn)),
    ),
    ...within({ kind: 'before', from: 0, to: first.since }, drawn),
    ...within({ kind: 'future', from: now, to: Number.MAX_SAFE_INTEGER }, drawn),
  ];
};
