import { may } from '@nascente/domain/people/permissions';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { CorrectionsCard } from './corrections-card.tsx';
import { NewCorrection } from './new-correction.tsx';
import { PastFrame } from './past-frame.tsx';

/** /meter/:mac/corrections: stretches of readings that do not count, and the way to mark another. */
export const CorrectionsPage = () => {
  const { profile } = useUser();
  const mayEdit = may(profile, 'edit-meter');
  return (
    <PastFrame title="Correções de leituras">
      {(board, mac) => (
        <>
          {mayEdit && (
            <Card title="Desconsiderar um trecho">
              <NewCorrection board={board} mac={mac} />
            </Card>
          )}
          <CorrectionsCard board={board} mac={mac} mayEdit={mayEdit} />
        </>
      )}
    </PastFrame>
  );
};
