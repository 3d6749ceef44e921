import type { AnswerOf, BodyOf } from '@nascente/contract/base/call';
import {
  COUNTED_QUANTITIES,
  type CountedQuantity,
  CURVE_TEXTS,
  MAX_CURVE_MS,
  readCurve,
} from '@nascente/contract/energy/curves';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { refuseField } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { Meter, MeterDirectory } from '../../sites/meters/index.ts';
import { createQualityReader, readableSpan } from '../../telemetry/readings/index.ts';
import type { SeriesFeature } from '../../telemetry/series/index.ts';
import { type EstablishmentTouReader, NO_TOU_PERIODS } from '../tou-periods/index.ts';
import { createCurveReader, isOfFramesAlone, MAX_OF_FRAMES_MS } from './curve-reader.ts';
import { isMeasuredBy } from './frame-quantities.ts';

type Requested = BodyOf<typeof readCurve>;
type Curve = AnswerOf<typeof readCurve>['curve'];

const isCounted = (quantity: Requested['quantity']): quantity is CountedQuantity =>
  (COUNTED_QUANTITIES as readonly string[]).includes(quantity);

const requestedSpan = ({ kind }: Meter, { start, end, quantity }: Requested): TimeSpan => {
  if (end <= start) refuseField('end', CURVE_TEXTS.order);
  if (end - start > MAX_CURVE_MS) refuseField('end', CURVE_TEXTS.length);
  if (!isMeasuredBy(kind, quantity)) refuseField('quantity', CURVE_TEXTS.kind);
  const isOfFrames = !isCounted(quantity) && isOfFramesAlone(quantity);
  if (isOfFrames && end - start > MAX_OF_FRAMES_MS) refuseField('end', CURVE_TEXTS.frames);
  return { from: instant(start), to: instant(end) };
};

const clippedSpan = ({ installedAt }: Meter, { from, to }: TimeSpan, now: Instant): TimeSpan => {
  const begins = instant(Math.max(from, Math.floor(installedAt / QUARTER_MS) * QUARTER_MS));
  return { from: begins, to: instant(Math.max(begins, Math.min(to, now + QUARTER_MS))) };
};

export type CurvesFeature = ReturnType<typeof createCurvesFeature>;

export const createCurvesFeature = (needs: {
  series: Pick<SeriesFeature, 'days' | 'frames' | 'quality'>;
  touPeriods: EstablishmentTouReader;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
}) => {
  const { series, touPeriods, directory, clock, retentionDays } = needs;
  const { days, frames } = series;
  const quality = createQualityReader({ closed: series.quality, frames });
  const reader = createCurveReader({ days, frames, quality });

  const touPeriodsOf = async (meter: Meter, { from, to }: TimeSpan, now: Instant) => {
    if (meter.kind === 'water') return NO_TOU_PERIODS;
    const dayOf = (at: Instant) => civilDateAt(at, meter.zone);
    return touPeriods.read({ ...meter, first: dayOf(from), last: dayOf(instant(to - 1)), today: dayOf(now) });
  };

  const service = {
    read: (caller: Caller, input: Requested): Promise<Curve> =>
      directory.read(caller, 'see-readings', input.id, async (meter) => {
        const requested = requestedSpan(meter, input);
        const now = clock();
        const span = clippedSpan(meter, requested, now);
        const retained = readableSpan(meter, span, now, retentionDays);
        const query = { meter, requested, span, retained, points: input.points };
        const { quantity } = input;
        const [points, excluded, { rules }] = await Promise.all([
          isCounted(quantity) ? reader.counted(quantity, query) : reader.level(quantity, query),
          span.from < span.to ? frames.excluded(meter.installationId, span) : [],
          touPeriodsOf(meter, requested, now),
        ]);
        const iso = (at: number): string => new Date(at).toISOString();
        return {
          ...points,
          since: iso(meter.installedAt),
          excluded: excluded.map(({ from, to }) => ({ start: iso(from), end: iso(to) })),
          touPeriods: rules,
        };
      }),
  };

  return {
    read: service.read,
    register(app: CallBinder): void {
      bindField(app, readCurve, ({ caller, body }) => service.read(caller, body));
    },
  };
};
