import { readBillChanges } from '@nascente/contract/money/bill-changes';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import type { MeterKind } from '../../../shared/consumption/amount.ts';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Loading, SkeletonText } from '../../../shared/ui/page/skeleton.tsx';
import classes from './cycle-card.module.css';

/** Reserves the room of most sentences. */
const USUAL_LENGTH = 102;

/**
 * One sentence on why this cycle, up to yesterday, differs from the previous one; on its first day, why the previous
 * one differs. Nothing without a comparison.
 */
export const ChangeNote = ({ establishmentId: id, kind }: { establishmentId: string; kind: MeterKind }) => {
  const { data, isPending } = useQuery(queryFor(readBillChanges, { params: { id }, query: { type: kind } }));
  if (isPending)
    return (
      <div className={classes.note}>
        <Loading>
          <SkeletonText length={USUAL_LENGTH} />
        </Loading>
      </div>
    );
  if (data === undefined || data.changes.sentence === null) return null;
  const { sentence, after, previousCycle } = data.changes;
  return (
    <p className={classes.note}>
      {after.end === previousCycle.end ? 'No ciclo passado' : 'Até ontem'}: {sentence}.{' '}
      <TextLink to={`/bill/${id}/changes${kind === 'water' ? '?tipo=agua' : ''}`}>O que mudou</TextLink>
    </p>
  );
};
