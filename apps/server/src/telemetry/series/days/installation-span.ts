import type { TimeSpan } from '@nascente/domain/base/time/span';
import { utcDay } from '../utc-day.ts';

/** [from, to) of an installation. */
export interface InstallationSpan extends TimeSpan {
  readonly installationId: number;
}

/** Spans of others, each with the index of the one that it is a part of. */
export type IndexedSpan<S = InstallationSpan> = S & { readonly spanIndex: number };

/** The first and the last UTC day that a span touches. */
export const daysTouched = ({ from, to }: InstallationSpan): readonly [first: string, last: string] => [
  utcDay(from),
  utcDay(Math.max(from, to - 1)),
];
