import { type Instant, instant } from '@nascente/domain/base/time/zone';

export interface ClosingInput {
  readonly connectionString: string;
  readonly now: Instant;
  readonly retentionDays: number;
}

/** The clock of the starting thread, continued from its value at the start. */
export const clockFrom = (now: Instant): (() => Instant) => {
  const startedAt = performance.now();
  return () => instant(now + Math.round(performance.now() - startedAt));
};
