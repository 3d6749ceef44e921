import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { MeterKind } from '../../shared/consumption/amount.ts';
import { readPreference, writePreference } from '../../shared/session-state/local-preference.ts';
import styles from './portfolio.module.css';
import { choosableColumns } from './portfolio-table.tsx';

const PREFERENCE = 'portfolio-hidden-columns';

/** The columns that are left out on this device. */
export const useHiddenColumns = (): readonly [ReadonlySet<string>, (hidden: ReadonlySet<string>) => void] => {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set(readPreference(PREFERENCE)?.split(' ')),
  );
  return [
    hidden,
    (next) => {
      writePreference(PREFERENCE, next.size === 0 ? null : [...next].join(' '));
      setHidden(next);
    },
  ];
};

interface ColumnChoiceProps {
  readonly kind: MeterKind;
  readonly hidden: ReadonlySet<string>;
  readonly onChange: (hidden: ReadonlySet<string>) => void;
}

/** Which columns the table shows; one without any value is hidden anyway. */
export const ColumnChoice = ({ kind, hidden, onChange }: ColumnChoiceProps) => (
  <details className={styles.columns}>
    <summary>Colunas</summary>
    <fieldset aria-label="Colunas da tabela">
      {choosableColumns(kind).map(({ name, label }) => (
        <Checkbox
          key={name}
          label={label}
          checked={!hidden.has(name)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(new Set([...[...hidden].filter((one) => one !== name), ...(checked ? [] : [name])]))
          }
        />
      ))}
    </fieldset>
  </details>
);
