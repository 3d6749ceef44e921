import type { AnswerOf } from '@nascente/contract/base/call';
import { MAX_CURVE_MS, MAX_FRAME_DAYS, readCurve } from '@nascente/contract/energy/curves';
import type { Board } from '@nascente/contract/sites/meters';
import { DAY_MS, HOUR_MS } from '@nascente/domain/base/time/zone';
import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { request } from '../../api/api-client.ts';
import { loadedFor, type Viewport } from '../plot/viewport.ts';
import type { Quantity } from '../quantities.ts';
import { type Curve, curveOf } from './curve.ts';

export interface Series {
  readonly id: string;
  readonly board: Board;
  readonly quantity: Quantity;
}

export interface LoadedSeries {
  readonly series: Series;
  /** The shift of a compared period; 0 for the period itself. */
  readonly laterMs: number;
  readonly curve: Curve | null;
  readonly failure: Error | null;
  /** The view is longer than this quantity's limit. */
  readonly isTooFar: boolean;
  readonly isLoading: boolean;
  readonly refetch: () => unknown;
}

const MAX_OF_FRAMES_MS = MAX_FRAME_DAYS * DAY_MS;
const FRESH_MS = 30_000;

const stateOf = (view: Viewport, width: number, { quantity }: Series) => {
  const maxMs = quantity.isOfFrames ? MAX_OF_FRAMES_MS : MAX_CURVE_MS;
  return { isTooFar: view.to - view.from > maxMs, loaded: loadedFor(view, width, maxMs) };
};

type Answer = AnswerOf<typeof readCurve>;

interface Requested {
  readonly series: Series;
  readonly laterMs: number;
  /** Converts an answer, which is cached as received, to a curve. */
  readonly drawn: (answer: Answer) => Curve;
}

/** Converts an answer to a curve once, so that repeated renders get the same object. */
const memoized = (laterMs: number) => {
  const curves = new WeakMap<Answer, Curve>();
  return (answer: Answer): Curve => {
    const curve = curves.get(answer) ?? curveOf(answer.curve, laterMs);
    curves.set(answer, curve);
    return curve;
  };
};

/** A query takes a slow phone half a frame. Each starts in a task of its own, so that gestures proceed in between. */
const nextTask = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

const nameOf = ({ series, laterMs }: Requested): string => `${series.id} ${laterMs}`;

const questionOf = (requested: Requested, view: Viewport, width: number) => {
  const { series, laterMs, drawn } = requested;
  const { isTooFar, loaded } = stateOf(view, width, series);
  const { from, to, points } = loaded;
  const [start, end] = [from - laterMs, to - laterMs];
  const { macAddress: id } = series.board;
  const body = { id, quantity: series.quantity.key, start, end, points };
  return {
    queryKey: [readCurve.name, series.id, laterMs, body],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Answer> => {
      await nextTask();
      return request(readCurve, { body }, signal);
    },
    select: drawn,
    // The last seen interval of a curve is enough: intermediate ones would displace other stored answers.
    meta: { seenLastAs: `${readCurve.name} ${nameOf(requested)}` },
    enabled: width > 0 && !isTooFar,
    // Past data changes only by corrections; current data grows.
    staleTime: end < Date.now() - HOUR_MS ? Number.POSITIVE_INFINITY : FRESH_MS,
  };
};

/**
 * The former curves until all new ones have loaded: an unmounted plot would drop the gesture, and each arriving curve would
 * repaint all. Queries of `useQueries` do not know their predecessors, so the former curves are stored here.
 */
const useFormer = (
  requested: readonly Requested[],
  come: readonly (Curve | undefined)[],
  isComplete: boolean,
): readonly (Curve | null)[] => {
  const [former, setFormer] = useState<ReadonlyMap<string, Curve>>(new Map());
  const curves = requested.map((one, index) => {
    const before = former.get(nameOf(one)) ?? null;
    return isComplete || before === null ? (come[index] ?? before) : before;
  });
  const isNews = requested.some((one, index) => curves[index] !== (former.get(nameOf(one)) ?? null));
  if (isNews)
    setFormer(
      new Map(
        requested.flatMap((one, index) => {
          const curve = curves[index];
          return curve ? [[nameOf(one), curve] as const] : [];
        }),
      ),
    );
  return curves;
};

/** Curves of series for a view, one query each, with those of a compared period. */
export const useCurves = (
  series: readonly Series[],
  view: Viewport,
  width: number,
  laterMs: number | null,
): readonly LoadedSeries[] => {
  const requested = useMemo(() => {
    const shifts = laterMs === null ? [0] : [0, laterMs];
    return shifts.flatMap((shift) =>
      series.map((one) => ({
        series: one,
        laterMs: shift,
        drawn: memoized(shift),
      })),
    );
  }, [series, laterMs]);
  const answers = useQueries({
    queries: requested.map((one) => questionOf(one, view, width)),
  });
  const curves = useFormer(
    requested,
    answers.map(({ data }) => data),
    answers.every(({ data, isFetching }) => data !== undefined || !isFetching),
  );
  return requested.map(({ series: one, laterMs: shift }, index) => {
    const answer = answers[index];
    const { isTooFar } = stateOf(view, width, one);
    return {
      series: one,
      laterMs: shift,
      curve: isTooFar ? null : (curves[index] ?? null),
      failure: answer?.error ?? null,
      isTooFar,
      isLoading: answer?.isFetching ?? false,
      refetch: () => answer?.refetch(),
    };
  });
};
