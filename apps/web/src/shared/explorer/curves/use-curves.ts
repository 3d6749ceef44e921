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

/** One quantity of one meter. */
export interface Series {
  readonly id: string;
  readonly board: Board;
  readonly quantity: Quantity;
}

/** What is known of a series for a view. */
export interface LoadedSeries {
  readonly series: Series;
  /** From when its points are drawn later than they were; 0 of the period itself. */
  readonly laterMs: number;
  readonly curve: Curve | null;
  readonly failure: Error | null;
  /** More days are in view than this quantity can be told of. */
  readonly isTooFar: boolean;
  readonly isLoading: boolean;
  readonly refetch: () => unknown;
}

const MAX_OF_FRAMES_MS = MAX_FRAME_DAYS * DAY_MS;
const FRESH_MS = 30_000;

const stateOf = (view: Viewport, width: number, { quantity }: Series) => {
  const mostMs = quantity.isOfFrames ? MAX_OF_FRAMES_MS : MAX_CURVE_MS;
  return { isTooFar: view.to - view.from > mostMs, loaded: loadedFor(view, width, mostMs) };
};

type Answer = AnswerOf<typeof readCurve>;

interface Asked {
  readonly series: Series;
  readonly laterMs: number;
  /** Of an answer that is kept as it came. */
  readonly drawn: (answer: Answer) => Curve;
}

/** While a screen is drawn the same answer may be asked for its curve again and again: it is the same curve each time. */
const madeOnce = (laterMs: number) => {
  const curves = new WeakMap<Answer, Curve>();
  return (answer: Answer): Curve => {
    const curve = curves.get(answer) ?? curveOf(answer.curve, laterMs);
    curves.set(answer, curve);
    return curve;
  };
};

/** To ask takes a slow phone half a frame: of several questions each waits for a task of its own, between which a hand moves. */
const nextTask = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

const nameOf = ({ series, laterMs }: Asked): string => `${series.id} ${laterMs}`;

const questionOf = (asked: Asked, view: Viewport, width: number) => {
  const { series, laterMs, drawn } = asked;
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
    // Of each curve the stretch that was seen last is enough: all that a hand came past would push out what else was seen.
    meta: { seenLastAs: `${readCurve.name} ${nameOf(asked)}` },
    enabled: width > 0 && !isTooFar,
    // What is over does not change but by corrections; what goes on does.
    staleTime: end < Date.now() - HOUR_MS ? Number.POSITIVE_INFINITY : FRESH_MS,
  };
};

/**
 * Until the new view of all curves has come, the former one: a plot that went away meanwhile would take itself out of the
 * hand that moves it, and with each curve that comes all are painted anew. Questions asked together are told nothing of
 * those before them, so this is kept here.
 */
const useFormer = (
  asked: readonly Asked[],
  come: readonly (Curve | undefined)[],
  isWhole: boolean,
): readonly (Curve | null)[] => {
  const [former, setFormer] = useState<ReadonlyMap<string, Curve>>(new Map());
  const curves = asked.map((one, index) => {
    const before = former.get(nameOf(one)) ?? null;
    return isWhole || before === null ? (come[index] ?? before) : before;
  });
  const isNews = asked.some((one, index) => curves[index] !== (former.get(nameOf(one)) ?? null));
  if (isNews)
    setFormer(
      new Map(
        asked.flatMap((one, index) => {
          const curve = curves[index];
          return curve ? [[nameOf(one), curve] as const] : [];
        }),
      ),
    );
  return curves;
};

/** The curves of series for a view, each by a question of its own, and of the period that is laid over. */
export const useCurves = (
  series: readonly Series[],
  view: Viewport,
  width: number,
  laterMs: number | null,
): readonly LoadedSeries[] => {
  const asked = useMemo(() => {
    const shifts = laterMs === null ? [0] : [0, laterMs];
    return shifts.flatMap((shift) =>
      series.map((one) => ({
        series: one,
        laterMs: shift,
        drawn: madeOnce(shift),
      })),
    );
  }, [series, laterMs]);
  const answers = useQueries({
    queries: asked.map((one) => questionOf(one, view, width)),
  });
  const curves = useFormer(
    asked,
    answers.map(({ data }) => data),
    answers.every(({ data, isFetching }) => data !== undefined || !isFetching),
  );
  return asked.map(({ series: one, laterMs: shift }, index) => {
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
