import { zodResolver } from '@hookform/resolvers/zod';
import { Button, TextInput } from '@mantine/core';
import type { BodyInput } from '@nascente/contract/base/call';
import {
  findProvisioned,
  listInventory,
  newBoard,
  type ProvisionedBoard,
  provisionBoards,
} from '@nascente/contract/telemetry/inventory';
import { parseBoardSheet, type SheetBoard, type SheetFault } from '@nascente/domain/sites/boards/board-sheet';
import { boardEquipments, boardModels, boardTypes } from '@nascente/domain/sites/boards/board-traits';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { request, useOutdate } from '../../../shared/api/api-client.ts';
import { ApiFailure } from '../../../shared/api/api-failure.ts';
import { useAddress } from '../../../shared/api/use-address.ts';
import { countedText } from '../../../shared/counted-text.ts';
import { FailureNotice } from '../../../shared/forms/failure-notice.tsx';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { LeaveGuard } from '../../../shared/forms/leave-guard.tsx';
import { labelOf, useSending } from '../../../shared/forms/use-sending.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Page } from '../../../shared/ui/page/page.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { ForAdmins, TraitsFields, traitsText } from '../inventory-frame.tsx';
import styles from '../provision.module.css';
import { NewSecrets } from './new-secrets.tsx';

type NewBoards = BodyInput<typeof provisionBoards>['boards'];

/** Adds boards once, however often the button is pressed; only the screen holds their secrets. */
const useProvisioning = () => {
  const outdate = useOutdate(listInventory);
  const [provisioned, setProvisioned] = useState<readonly ProvisionedBoard[] | null>(null);
  const sending = useSending(async (boards: NewBoards) => {
    const added = await request(provisionBoards, { body: { boards } });
    setProvisioned(added.boards);
    await outdate();
  });
  return { ...sending, provisioned, startAnew: () => setProvisioned(null) };
};

/** A file's content before it is stored. */
interface Preview {
  readonly name: string;
  readonly boards: readonly SheetBoard[];
  readonly faults: readonly SheetFault[];
}

/** Ten thousand lines are half a megabyte; a larger file is no spreadsheet of boards. */
const MAX_BYTES = 4_000_000;

const existingOf = async (boards: readonly SheetBoard[]): Promise<ReadonlySet<string>> => {
  if (boards.length === 0) return new Set();
  const { existing: existingMacs } = await request(findProvisioned, {
    body: { macs: boards.map(({ mac }) => mac) },
  });
  return new Set(existingMacs);
};

/** By the server's rules; the inventory is queried for known boards. */
const previewOf = async (file: File): Promise<Preview> => {
  if (file.size > MAX_BYTES)
    return { name: file.name, boards: [], faults: [{ line: 1, msg: 'O arquivo é grande demais.' }] };
  const { boards, faults } = parseBoardSheet(await file.text());
  const existingMacs = await existingOf(boards);
  const repeated = boards
    .filter(({ mac }) => existingMacs.has(mac))
    .map(({ line, mac }) => ({ line, msg: `${mac} já está no inventário` }));
  return {
    name: file.name,
    boards: boards.filter(({ mac }) => !existingMacs.has(mac)),
    faults: [...faults, ...repeated].toSorted((a, b) => a.line - b.line),
  };
};

const useSheet = () => {
  const [preview, setPreview] = useState<Preview | null>(null);
  const { start, isSending, failure } = useSending(async (file: File) => setPreview(await previewOf(file)));
  return { preview, read: start, isReading: isSending, failure, clear: () => setPreview(null) };
};

const FAULTS_SHOWN = 100;
const BOARDS_SHOWN = 10;

const Faults = ({ faults }: { faults: readonly SheetFault[] }) => (
  <>
    <ul className={styles.faults} aria-label="Problemas da planilha">
      {faults.slice(0, FAULTS_SHOWN).map(({ line, msg }) => (
        <li key={`${line} ${msg}`}>
          <b>Linha {line}</b> <span>{msg}</span>
        </li>
      ))}
    </ul>
    {faults.length > FAULTS_SHOWN && (
      <p>e mais {countedText(faults.length - FAULTS_SHOWN, 'problema', 'problemas')}.</p>
    )}
  </>
);

const Boards = ({ boards }: { boards: readonly SheetBoard[] }) => (
  <>
    <ul className={styles.boards} aria-label="Placas da planilha">
      {boards.slice(0, BOARDS_SHOWN).map((board) => (
        <li key={board.mac}>
          <span>{board.mac}</span> <small>{traitsText(board)}</small>
        </li>
      ))}
    </ul>
    {boards.length > BOARDS_SHOWN && (
      <p>e mais {countedText(boards.length - BOARDS_SHOWN, 'placa', 'placas')}.</p>
    )}
  </>
);

const linesOf = (faults: readonly SheetFault[]): number => new Set(faults.map(({ line }) => line)).size;

/** The boards to store, or why none can be stored. */
const SheetPreview = ({ preview: { name, boards, faults } }: { preview: Preview }) => (
  <div className={styles.preview}>
    {faults.length > 0 ? (
      <>
        <Notice
          tone="bad"
          live
          title={`${countedText(linesOf(faults), 'linha precisa', 'linhas precisam')} de correção.`}
        >
          Nada foi cadastrado: corrija {name} e escolha o arquivo de novo.
        </Notice>
        <Faults faults={faults} />
      </>
    ) : (
      <>
        <Notice
          tone="good"
          live
          title={`${countedText(boards.length, 'placa pronta', 'placas prontas')} para cadastrar.`}
        >
          Nenhum problema em {name}.
        </Notice>
        <Boards boards={boards} />
      </>
    )}
  </div>
);

const EXAMPLE =
  'mac;type;model;equipment\nA4:CF:12:00:0B:01;eletric;tri;emd3p\nA4:CF:12:00:0B:02;water;mono;emd';

const newBoardOf = ({ mac, type, model, equipment }: SheetBoard) => ({ mac, type, model, equipment });

const SheetForm = ({ provisioning }: { provisioning: ReturnType<typeof useProvisioning> }) => {
  const file = useRef<HTMLInputElement>(null);
  const { preview, read, isReading, failure } = useSheet();
  const { start, isSending } = provisioning;
  const problem = failure ?? provisioning.failure;
  const ready = preview !== null && preview.faults.length === 0 ? preview.boards : [];
  return (
    <div className={styles.sheet}>
      <p>
        Uma planilha salva como CSV, com uma placa por linha e até 10.000 linhas. Antes de cadastrar, você vê
        o que será feito.
      </p>
      <pre className={styles.example}>{EXAMPLE}</pre>
      <input
        ref={file}
        type="file"
        hidden
        accept=".csv,text/csv,text/plain"
        aria-label="Arquivo CSV"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          // The same file may be chosen again after a correction.
          currentTarget.value = '';
          provisioning.forget();
          if (chosen) void read(chosen);
        }}
      />
      <FailureNotice failure={problem} />
      {preview !== null && <SheetPreview preview={preview} />}
      <FormActions>
        <Button
          variant={ready.length > 0 ? 'default' : 'filled'}
          leftSection={<Icon name="table" size={18} />}
          loading={isReading}
          disabled={isSending}
          onClick={() => file.current?.click()}
        >
          {preview === null ? 'Escolher arquivo' : 'Escolher outro arquivo'}
        </Button>
        {ready.length > 0 && (
          <Button loading={isSending} onClick={() => void start(ready.map(newBoardOf))}>
            Cadastrar {countedText(ready.length, 'placa', 'placas')}
          </Button>
        )}
      </FormActions>
    </div>
  );
};

const typedBoard = z.object({
  mac: newBoard.shape.mac,
  type: z.enum(boardTypes),
  model: z.enum(boardModels),
  equipment: z.enum(boardEquipments),
});
type TypedBoard = z.input<typeof typedBoard>;
const EMPTY: TypedBoard = { mac: '', type: 'eletric', model: 'tri', equipment: 'emd3p' };

/** A known board: with one board the server's message belongs at its field. */
const isLoaded = (failure: Error | null): boolean =>
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
  const refusal = isLoaded(failure) ? failure : null;
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
        error={formState.errors.mac?.message ?? (refusal && labelOf(refusal))}
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
        <LeaveGuard isUnsaved={!areTaken} texts={SECRETS_UNTAKEN} />
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

/** /boards/new: adds boards by a form or a spreadsheet. */
export const ProvisionPage = () => (
  <ForAdmins>
    <Page title="Cadastrar placas" action={<TextLink to="/boards">Ver inventário</TextLink>}>
      <Provision />
    </Page>
  </ForAdmins>
);
