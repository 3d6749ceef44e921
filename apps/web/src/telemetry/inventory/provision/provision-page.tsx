import { zodResolver } from '@hookform/resolvers/zod';
import { Button, TextInput } from '@mantine/core';
import { newBoard } from '@nascente/contract/telemetry/inventory';
import { boardEquipments, boardModels, boardTypes } from '@nascente/domain/sites/boards/board-traits';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { ApiFailure } from '../../../shared/api/api-failure.ts';
import { useAddress } from '../../../shared/api/use-address.ts';
import { countedText } from '../../../shared/counted-text.ts';
import { FailureNotice } from '../../../shared/forms/failure-notice.tsx';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { LeaveGuard } from '../../../shared/forms/leave-guard.tsx';
import { wordsOf } from '../../../shared/forms/use-sending.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Page } from '../../../shared/ui/page/page.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { ForAdmins } from '../inventory-frame.tsx';
import styles from '../provision.module.css';
import { TraitsFields } from '../traits-fields.tsx';
import { NewSecrets } from './new-secrets.tsx';
import { SheetForm } from './sheet-form.tsx';
import { useProvisioning } from './use-provisioning.ts';

const typedBoard = z.object({
  mac: newBoard.shape.mac,
  type: z.enum(boardTypes),
  model: z.enum(boardModels),
  equipment: z.enum(boardEquipments),
});
type TypedBoard = z.input<typeof typedBoard>;
const EMPTY: TypedBoard = { mac: '', type: 'eletric', model: 'tri', equipment: 'emd3p' };

/** Known already: of one board the server's words belong at its field. */
const isKnown = (failure: Error | null): boolean =>
  failure instanceof ApiFailure && failure.type === 'duplicate';

const OneBoardForm = ({ provisioning }: { provisioning: ReturnType<typeof useProvisioning> }) => {
  const { start, isSending, failure } = provisioning;
  const { register, handleSubmit, watch, formState } = useForm<
    TypedBoard,
    unknown,
    z.output<typeof typedBoard>
  >({
    resolver: zodResolver(typedBoard),
    defaultValues: EMPTY,
  });
  const refusal = isKnown(failure) ? failure : null;
  return (
    <Form label="Nova placa" onSubmit={handleSubmit((board) => start([board]))}>
      {!refusal && <FailureNotice failure={failure} />}
      <TextInput
        {...register('mac', { setValueAs: (text: string) => normalizeMac(text.trim()) ?? text.trim() })}
        label="Endereço MAC"
        placeholder="A4:CF:12:00:0B:01"
        description="Seis pares separados por dois-pontos ou hífen, como na etiqueta da placa."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={formState.errors.mac?.message ?? (refusal && wordsOf(refusal))}
      />
      <TraitsFields
        fields={{ type: register('type'), model: register('model'), equipment: register('equipment') }}
        isWater={watch('type') === 'water'}
      />
      <FormActions submit="Cadastrar placa" loading={isSending} />
    </Form>
  );
};

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
