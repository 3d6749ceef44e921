import { MAX_CRITICAL, MAX_PRECARIOUS } from './supply-week.ts';

/** k1 and k2 of PRODIST Module 8 for a unit of 1 kV or less. */
const PRECARIOUS_FACTOR = 3;
const CRITICAL_FACTOR = 7;

/**
 * The share of a month's charge for the use of the network (EUSD) that a distributor owes for voltage out of range:
 * (DRP − 3 %)·k1 + (DRC − 0.5 %)·k2, each where it is exceeded (PRODIST Module 8, units of 1 kV or less).
 *
 * @param precarious - DRP, share
 * @param critical - DRC, share
 */
export function compensationShare(precarious: number, critical: number): number {
  return (
    Math.max(0, precarious - MAX_PRECARIOUS) * PRECARIOUS_FACTOR +
    Math.max(0, critical - MAX_CRITICAL) * CRITICAL_FACTOR
  );
}
