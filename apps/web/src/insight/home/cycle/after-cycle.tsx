import type { Board } from '@nascente/contract/sites/meters';
import type { ReactNode } from 'react';
import { useFiguresDrawn } from '../../../shared/api/use-figures-drawn.ts';
import { kindOf } from '../establishments/use-establishment-amounts.ts';
import { useLeaks } from '../notices/use-leaks.ts';
import { sourcesOf } from './energy-sources.ts';
import { useCycle } from './use-cycle.ts';

interface AfterCycleProps {
  readonly establishmentId: string;
  readonly boards: readonly Board[];
  readonly children: ReactNode;
}

/** Renders content below the cycle after the cycle and the leaks are drawn. */
export const AfterCycle = ({ establishmentId, boards, children }: AfterCycleProps) => {
  const { isPending } = useCycle(establishmentId, kindOf(boards));
  const { isSettled } = useLeaks(sourcesOf(boards).water);
  const isDrawn = useFiguresDrawn(!isPending && isSettled);
  // Marks the screen as loading until then, because a tour would start without the later content.
  return isDrawn ? children : <span data-loading="" hidden />;
};
