import { type EnergySeries, emptySeries, type StepMinutes } from '@nascente/domain/consumption/series';
import type { BoardKind } from '@nascente/domain/metering/frame';
import {
  clippedRuns,
  type InstallationSpan,
  type MeterDays,
  type PhaseColumn,
  seriesOfRuns,
} from '../../series/index.ts';

const PHASE_A: readonly PhaseColumn[] = ['consumedA', 'injectedA', 'inductiveA', 'capacitiveA'];
const OTHER_PHASES: readonly PhaseColumn[] = [
  ...(['consumedB', 'injectedB', 'inductiveB', 'capacitiveB'] as const),
  ...(['consumedC', 'injectedC', 'inductiveC', 'capacitiveC'] as const),
];

/** What a kind of board measures; columns that it never fills are not read. */
const IN_DETAIL: Readonly<Record<BoardKind, readonly PhaseColumn[]>> = {
  mono: PHASE_A,
  tri: [...PHASE_A, ...OTHER_PHASES],
  water: ['volume'],
};

/** A stretch of time of an installation. */
export interface SpanRequest extends InstallationSpan {
  readonly kind: BoardKind;
}

export interface MeasuredSeries {
  /** By phase: consumed, injected, inductive, capacitive. */
  inDetail(span: SpanRequest, stepMinutes: StepMinutes): Promise<EnergySeries>;
}

export const createMeasuredSeries = (days: Pick<MeterDays, 'read'>): MeasuredSeries => ({
  async inDetail(span, stepMinutes) {
    if (span.to <= span.from) return emptySeries(0, stepMinutes);
    const columns = IN_DETAIL[span.kind];
    const [runs = []] = await days.read(columns, [span]);
    return seriesOfRuns(columns, clippedRuns(span, runs), stepMinutes);
  },
});
