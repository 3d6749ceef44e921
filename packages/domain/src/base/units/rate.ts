import type { Brand } from './brand.ts';
import { parsePrice, priceToText } from './price.ts';

/** A share, such as a tax rate, in whole units of 1e-10: 18 % is 1,800,000,000. */
export type Rate = Brand<bigint, 'Rate'>;

export function exactRate(value: bigint): Rate {
  return value as Rate;
}

/** 100 %. */
export const COMPLETE = exactRate(10_000_000_000n);

/** 0 %. */
export const EMPTY = exactRate(0n);

/** Reads a decimal text from '0' to '1', such as '0.18'. @throws RangeError otherwise. */
export function parseRate(text: string): Rate {
  const rate: bigint = parsePrice(text);
  if (rate < 0n || rate > COMPLETE) throw new RangeError(`not a rate from 0 to 1: '${text}'`);
  return exactRate(rate);
}

/** @returns the decimal text that `parseRate` reads back to the same rate. */
export function rateToText(rate: Rate): string {
  return priceToText(rate as bigint as Parameters<typeof priceToText>[0]);
}

/** @returns the nearest binary float: for answers and charts, never for amounts. */
export function rateToNumber(rate: Rate): number {
  return Number(rate) / Number(COMPLETE);
}
