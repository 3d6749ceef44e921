import type { ReactNode } from 'react';
import classes from './facts.module.css';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  readonly isStrong?: boolean;
  /** A part of the fact before it. */
  readonly isPart?: boolean;
  /** What it is a part of, where several facts have parts of the same names. */
  readonly of?: string;
}

/** What is known, a line each: name at the left, value at the right. */
export const FactList = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className={classes.facts}>
    {facts.map(({ label, value, isStrong = false, isPart = false, of = '' }) => (
      <div key={`${of} ${label}`} data-strong={isStrong} data-part={isPart}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
