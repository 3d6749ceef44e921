import { testFuzzedCalls } from './testing/fuzz/fuzzed-calls.ts';

/** With `PROPERTY_SEED=<number>` others than the last time. */
await testFuzzedCalls(Number(process.env.FUZZ ?? 100));
