import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAddress } from '../../../shared/api/use-address.ts';
import { countedText } from '../../../shared/counted-text.ts';
import { LeaveGuard } from '../../../shared/forms/leave-guard.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Page } from '../../../shared/ui/page/page.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { ForAdmins } from '../inventory-frame.tsx';
import styles from '../provision.module.css';
import { NewSecrets } from './new-secrets.tsx';
import { OneBoardForm } from './one-board-form.tsx';
import { SheetForm } from './sheet-form.tsx';
import { useProvisioning } from './use-provisioning.ts';

const ways = [
  { value: 'one', text: 'Uma placa' },
  { value: 'sheet', text: 'Planilha CSV' },
] as const;

const SECRETS_UNTAKEN = {
  title: 'Sair sem guardar chaves e códigos?',
  confirm: 'Sair sem guardar',
  cancel: 'Voltar',
  text: 'Eles não serão mostrados de novo: baixe o arquivo, copie ou imprima antes de sair.',
};

const useWay = () => {
  const [address, change] = useAddress();
  const way = address.get('por') === 'planilha' ? 'sheet' : 'one';
  const choose = (chosen: 'one' | 'sheet') => change({ por: chosen === 'sheet' ? 'planilha' : null });
  return [way, choose] as const;
};

const Provision = () => {
  const [way, choose] = useWay();
  const provisioning = useProvisioning();
  const [areTaken, setTaken] = useState(false);
  const { provisioned, isSending } = provisioning;
  if (provisioned !== null) {
    return (
      <Card title={countedText(provisioned.length, 'placa cadastrada', 'placas cadastradas')}>
        <div className={styles.form}>
          <NewSecrets boards={provisioned} onTaken={() => setTaken(true)} />
          <Button
            variant="default"
            onClick={() => {
              setTaken(false);
              provisioning.startAnew();
            }}
          >
            Cadastrar mais placas
          </Button>
        </div>
        <LeaveGuard isUnsaved={!areTaken} words={SECRETS_UNTAKEN} />
      </Card>
    );
  }
  return (
    <Card title="Novas placas" tour="new-boards-form">
      <div className={styles.form}>
        <Segmented
          tour="new-boards-way"
          label="Como cadastrar"
          value={way}
          options={ways}
          onChange={(chosen) => {
            if (isSending) return;
            provisioning.forget();
            choose(chosen);
          }}
        />
        {way === 'one' ? (
          <OneBoardForm provisioning={provisioning} />
        ) : (
          <SheetForm provisioning={provisioning} />
        )}
      </div>
    </Card>
  );
};

/** /boards/new: boards come into the inventory by a form or by a spreadsheet. */
export const ProvisionPage = () => (
  <ForAdmins>
    <Page title="Cadastrar placas" action={<TextLink to="/boards">Ver inventário</TextLink>}>
      <Provision />
    </Page>
  </ForAdmins>
);
