import { MeterGate } from '../../shared/meter-gate.tsx';
import { MeterScreen } from './meter-screen.tsx';
import { MeterSkeleton } from './meter-skeleton.tsx';

/** /meter/:mac */
export const MeterPage = () => (
  <MeterGate title="Medidor" skeleton={<MeterSkeleton />}>
    {(board, mac) => <MeterScreen board={board} mac={mac} />}
  </MeterGate>
);
