import { Button } from '@mantine/core';
import { CopiedText } from '../../shared/ui/copied-text.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import type { HandedLink } from './use-invitations.ts';

interface LinkDialogProps {
  handed: HandedLink;
  onClose: () => void;
}

export const LinkDialog = ({ handed: { name, link }, onClose }: LinkDialogProps) => (
  <Dialog
    title={`Link para ${name}`}
    onDismiss={onClose}
    actions={
      <Button variant="default" onClick={onClose}>
        Fechar
      </Button>
    }
  >
    <p>Envie este link só a {name}. Ele vale por 7 dias, para uma pessoa, e não será mostrado de novo.</p>
    <CopiedText label="Link do convite" text={link} action="Copiar link" />
  </Dialog>
);
