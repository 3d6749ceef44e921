import { testExpensiveCalls } from './testing/fuzz/expensive-calls.ts';

await testExpensiveCalls({ atOnce: 1, isTimed: false });
