import { type ReactNode, useId } from 'react';
import { TermHint } from './term-hint.tsx';
import type { TermName } from './term-names.ts';

interface TermFieldsetProps {
  readonly legend: string;
  readonly terms: readonly TermName[];
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export const TermFieldset = ({ legend, terms, className, children }: TermFieldsetProps) => {
  const id = useId();
  return (
    <fieldset className={className} aria-labelledby={id}>
      <legend>
        <span id={id}>{legend}</span> <TermHint of={legend} terms={terms} />
      </legend>
      {children}
    </fieldset>
  );
};
