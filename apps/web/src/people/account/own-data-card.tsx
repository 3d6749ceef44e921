import { Button } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import styles from './account-section.module.css';
import { ExportDialog } from './export-dialog.tsx';
import { RemovalDialog } from './removal-dialog.tsx';

/** What the law gives everybody: a copy of one's data, and their removal (LGPD, art. 18). */
export const OwnDataCard = () => {
  const [open, setOpen] = useState<'export' | 'removal' | null>(null);
  const close = () => setOpen(null);
  return (
    <Card tour="account-own" title="Seus dados">
      <div className={styles.section}>
        <TextLink to="/account/data">Ver o que guardamos e o que você aceitou</TextLink>
        <p className={styles.text}>Baixe uma cópia de tudo o que guardamos sobre você, em um arquivo JSON.</p>
        <Button variant="default" onClick={() => setOpen('export')}>
          Baixar meus dados
        </Button>
        <p className={styles.text}>
          Ao remover a conta, os dados e os acessos dela são apagados. Não há como desfazer.
        </p>
        <Button variant="default" color="bad" onClick={() => setOpen('removal')}>
          Remover conta
        </Button>
      </div>
      {open === 'export' && <ExportDialog onClose={close} />}
      {open === 'removal' && <RemovalDialog onClose={close} />}
    </Card>
  );
};
