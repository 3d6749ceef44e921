import { readBillChanges } from '@nascente/contract/money/bill-changes';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryFor } from '../../../shared/api/api-client.ts';
import type { MeterKind } from '../../../shared/consumption/amount.ts';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { changesPath } from './comparison.ts';
import classes from './cycle-card.module.css';

interface ChangeNoteProps {
  readonly establishmentId: string;
  readonly kind: MeterKind;
  /** Shown until a comparison of bills is available, or if there is none. */
  readonly children: ReactNode;
}

/**
 * One sentence on why this cycle, up to yesterday, differs from the previous one; on its first day, why the previous
 * one differs.
 */
export const ChangeNote = ({ establishmentId: id, kind, children }: ChangeNoteProps) => {
  const { data } = useQuery(queryFor(readBillChanges, { params: { id }, query: { type: kind } }));
  if (data === undefined || data.changes.sentence === null) return children;
  const { sentence, after, previousCycle } = data.changes;
  return (
    <p className={classes.note}>
      {after.end === previousCycle.end ? 'No ciclo passado' : 'Até ontem'}: {sentence}.{' '}
      <TextLink to={changesPath(id, kind)}>O que mudou</TextLink>
    </p>
  );
};
