import { testExpensiveCalls } from './testing/fuzz/expensive-calls.ts';

await testExpensiveCalls({ concurrent: Number(process.env.AT_ONCE ?? 6), isTimed: true });
