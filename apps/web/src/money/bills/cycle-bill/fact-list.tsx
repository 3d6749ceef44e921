import type { ReactNode } from 'react';
import classes from './facts.module.css';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  readonly isStrong?: boolean;
  /** True for a part of the previous fact. */
  readonly isPart?: boolean;
  /** Name of the whole, for parts with equal names. */
  readonly of?: string;
}

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
