import { Histogram, type Registry } from 'prom-client';

/** Told of each run of a job, and of each piece of work of a queue. */
export type JobMeters = (work: string, outcome: 'done' | 'failed', startedAt: number) => void;

const SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1_800];

/** @param registry - undefined: nothing is measured. */
export const measureJobs = (registry: Registry | undefined): JobMeters => {
  if (registry === undefined) return () => undefined;
  const durations = new Histogram({
    name: 'nascente_job_duration_seconds',
    help: 'How long work by the clock and queued work (such as mail) takes; what failed is tried again.',
    labelNames: ['work', 'outcome'],
    buckets: SECONDS,
    registers: [registry],
  });
  return (work, outcome, startedAt) =>
    durations.observe({ work, outcome }, (performance.now() - startedAt) / 1_000);
};
