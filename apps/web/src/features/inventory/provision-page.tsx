import { Button } from '@mantine/core';
import { useState } from 'react';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import { useAddress } from '../../shared/use-address.ts';
import { countedText } from './board-words.ts';
import { ForAdmins } from './inventory-frame.tsx';
import { NewKeys } from './new-keys.tsx';
import { OneBoardForm } from './one-board-form.tsx';
import styles from './provision.module.css';
import { SheetForm } from './sheet-form.tsx';
import { useProvisioning } from './use-provisioning.ts';

const ways = [
  { value: 'one', text: 'Uma placa' },
  { value: 'sheet', text: 'Planilha CSV' },
] as const;

const KEYS_UNTAKEN = {
  title: 'Sair sem guardar as chaves?',
  confirm: 'Sair sem guardar',
  cancel: 'Voltar às chaves',
  text: 'Elas não serão mostradas de novo: baixe o arquivo ou copie-as antes de sair.',
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
  const { keys, isSending } = provisioning;
  if (keys !== null) {
    return (
      <Card title={countedText(keys.length, 'placa cadastrada', 'placas cadastradas')}>
        <div className={styles.form}>
          <NewKeys boards={keys} onTaken={() => setTaken(true)} />
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
        <LeaveGuard isUnsaved={!areTaken} words={KEYS_UNTAKEN} />
      </Card>
    );
  }
  return (
    <Card title="Novas placas">
      <div className={styles.form}>
        <Segmented
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
