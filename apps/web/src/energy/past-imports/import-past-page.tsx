import type { Board } from '@nascente/contract/sites/meters';
import { may } from '@nascente/domain/people/permissions';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { FileCard } from './file-card.tsx';
import { ImportsCard } from './imports-card.tsx';
import { PastFrame } from './past-frame.tsx';
import { PreviewCard } from './preview-card.tsx';
import { ReadingForm } from './reading-form.tsx';
import { usePastImport } from './use-past-import.ts';

const NewImport = ({ board, mac }: { readonly board: Board; readonly mac: string }) => {
  const importing = usePastImport(mac);
  const { preview } = importing;
  return (
    <>
      <FileCard importing={importing} />
      {preview && (
        <>
          <ReadingForm
            key={importing.number}
            preview={preview}
            importing={importing}
            isWater={board.type === 'water'}
          />
          <PreviewCard preview={preview} importing={importing} board={board} />
        </>
      )}
    </>
  );
};

/** /meter/:mac/import: files of what another system measured, before this one or in its place. */
export const ImportPastPage = () => {
  const { profile } = useUser();
  const mayEdit = may(profile, 'edit-meter');
  return (
    <PastFrame title="Importar dados passados">
      {(board, mac) => (
        <>
          {mayEdit && <NewImport board={board} mac={mac} />}
          <ImportsCard board={board} mac={mac} mayEdit={mayEdit} />
        </>
      )}
    </PastFrame>
  );
};
