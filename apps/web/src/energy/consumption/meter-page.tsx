import { MeterGate } from '../../shared/meter-gate.tsx';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { FoldingPage } from '../../shared/ui/page/folding.tsx';
import { MeterScreen } from './meter-screen.tsx';
import { MeterSkeleton } from './meter-skeleton.tsx';

/** /meter/:mac */
export const MeterPage = () => {
  const { _id: accountId } = useUser();
  return (
    <MeterGate title="Medidor" skeleton={<MeterSkeleton />}>
      {(board, mac) => (
        <FoldingPage name={`meter.${accountId}`}>
          <MeterScreen board={board} mac={mac} />
        </FoldingPage>
      )}
    </MeterGate>
  );
};
