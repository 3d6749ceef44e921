import { type Instant, instant } from '@nascente/domain/base/time/zone';

export interface ClosingInput {
  readonly connectionString: string;
  readonly now: Instant;
  readonly retentionDays: number;
}

/** The clock of the thread that started this one, going on from what it said then. */
export const clockFrom = (now: Instant): (() => Instant) => {
  const startedAt = performance.now();
  return () => instant(now + Math.round(performance.now() - startedAt));
};
