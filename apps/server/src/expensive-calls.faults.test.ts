import { testExpensiveCalls } from './testing/fuzz/expensive-calls.ts';

await testExpensiveCalls({ atOnce: Number(process.env.AT_ONCE ?? 6), isTimed: true });
