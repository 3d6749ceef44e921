import { testExpensiveCalls } from './testing/fuzz/expensive-calls.ts';

await testExpensiveCalls({ concurrent: 1, isTimed: false });
