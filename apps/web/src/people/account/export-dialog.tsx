import { exportAccount, PASSWORD_HEADER } from '@nascente/contract/operations/own-data';
import { request } from '../../shared/api/api-client.ts';
import { saveFile } from '../../shared/api/save-file.ts';
import { announce } from '../../shared/ui/snackbar.tsx';
import { PasswordDialog } from './password-dialog.tsx';

export const ExportDialog = ({ onClose }: { onClose: () => void }) => {
  const download = async (password: string) => {
    const { ok: _, ...held } = await request(exportAccount, {
      headers: { [PASSWORD_HEADER]: encodeURIComponent(password) },
    });
    const text = JSON.stringify(held, null, 2);
    saveFile(
      `meus-dados-${held.exportedAt.slice(0, 10)}.json`,
      new Blob([text], { type: 'application/json' }),
    );
    onClose();
    announce('Seus dados foram baixados.', { tone: 'good' });
  };
  return (
    <PasswordDialog title="Baixar meus dados" action="Baixar" onPassword={download} onClose={onClose}>
      <p>O arquivo contém os seus dados pessoais. Guarde-o em um lugar seguro.</p>
    </PasswordDialog>
  );
};
