import { testFuzzedCalls } from './testing/fuzz/fuzzed-calls.ts';

/** `npm run faults` asks for many more. */
await testFuzzedCalls(5);
