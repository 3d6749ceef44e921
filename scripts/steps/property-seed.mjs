// Before each file of tests: property tests draw the same cases every time, so that the same tree has the same verdict.
// PROPERTY_SEED (a number) has them look elsewhere.
import fc from 'fast-check';

const STANDARD_SEED = 20_261_122;

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? STANDARD_SEED) });
