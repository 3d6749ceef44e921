import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './contract-form.module.css';

interface DatedEntryProps {
  readonly label: string;
  readonly removal: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

/** One of several dated entries of a contract. */
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

/** Adds an entry below the others. */
export const AddEntry = (button: ButtonProps & { readonly onClick: () => void }) => (
  <div className={classes.foot}>
    <Button variant="default" {...button} />
  </div>
);
