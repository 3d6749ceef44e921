import { exportAccount, PASSWORD_HEADER } from '@nascente/contract/account';
import { request } from '../../shared/api-client.ts';
import { announce } from '../../shared/ui/snackbar.tsx';
import { PasswordDialog } from './password-dialog.tsx';

const saveAs = (name: string, text: string) => {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};

export const ExportDialog = ({ onClose }: { onClose: () => void }) => {
  const download = async (password: string) => {
    const { ok: _, ...held } = await request(exportAccount, {
      headers: { [PASSWORD_HEADER]: encodeURIComponent(password) },
    });
    saveAs(`meus-dados-${held.exportedAt.slice(0, 10)}.json`, JSON.stringify(held, null, 2));
    onClose();
    announce('Seus dados foram baixados.', { tone: 'good' });
  };
  return (
    <PasswordDialog title="Baixar meus dados" action="Baixar" onPassword={download} onClose={onClose}>
      <p>O arquivo contém os seus dados pessoais. Guarde-o em um lugar seguro.</p>
    </PasswordDialog>
  );
};
