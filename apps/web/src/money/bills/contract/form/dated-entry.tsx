import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './contract-form.module.css';

interface DatedEntryProps {
  readonly label: string;
  /** What the button says that takes it away. */
  readonly removal: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

/** What holds from a day on: one of several in a contract. */
export const DatedEntry = ({ label, removal, onRemove, children }: DatedEntryProps) => (
  <fieldset className={classes.entry} aria-label={label}>
    {children}
    <div className={classes.foot}>
      <Button variant="subtle" size="sm" onClick={onRemove}>
        {removal}
      </Button>
    </div>
  </fieldset>
);
