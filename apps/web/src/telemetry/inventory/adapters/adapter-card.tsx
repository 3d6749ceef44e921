import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import {
  type AnsweredAdapter,
  boardAdapter,
  readBoardAdapter,
  setBoardAdapter,
} from '@nascente/contract/sites/board-adapter';
import type { InventoryBoardDetail } from '@nascente/contract/telemetry/inventory';
import { DEFAULT_ZONE, instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatDateTime, formatNumber } from '@nascente/domain/base/units/format';
import {
  ADAPTER_KINDS,
  type AdapterKind,
  createMessageReader,
} from '@nascente/domain/telemetry/adapters/adapter';
import { isRegister, type MappedField } from '@nascente/domain/telemetry/adapters/mapped-field';
import type { Mapping } from '@nascente/domain/telemetry/adapters/mapping';
import { PHASE_QUANTITIES } from '@nascente/domain/telemetry/frames/frame-fields';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame-layout';
import { explainRefusal } from '@nascente/domain/telemetry/frames/refusal';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { queryFor, request } from '../../../shared/api/api-client.ts';
import { FailureNotice } from '../../../shared/forms/failure-notice.tsx';
import { fieldOf } from '../../../shared/forms/field-of.ts';
import { figureOf } from '../../../shared/forms/fields/decimal-input.ts';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { showRefusals } from '../../../shared/forms/show-refusals.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { TableHead } from '../../../shared/ui/marks/table-head.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Answer } from '../../../shared/ui/page/answer.tsx';
import { SkeletonFields } from '../../../shared/ui/page/skeleton.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import styles from '../board.module.css';

const adapterNames: Readonly<Record<AdapterKind, string>> = {
  'shelly-gen1': 'Shelly, 1ª geração (EM, 3EM)',
  'shelly-gen2': 'Shelly, 2ª geração em diante (Pro 3EM)',
  tasmota: 'Tasmota',
  zigbee2mqtt: 'Zigbee2MQTT (SPM01, SPM02, PJ-1203A)',
  generic: 'Outro medidor, por mapeamento',
};

const topicHints: Readonly<Record<AdapterKind, string>> = {
  'shelly-gen1': 'shellies/shellyem3-A1B2C3',
  'shelly-gen2': 'shellypro3em-a1b2c3d4e5f6',
  tasmota: 'tele/medidor',
  zigbee2mqtt: 'zigbee2mqtt/Medidor',
  generic: 'casa/hidrometro',
};

/** A trial shows the decimals that a meter sends. */
const TRIAL_DECIMALS: Partial<Record<(typeof PHASE_QUANTITIES)[number]['name'], number>> = {
  i: 3,
  w: 1,
  var: 1,
};

const QUANTITIES: readonly (readonly [RegExp, name: string, unit: string, decimals: number])[] = [
  ...PHASE_QUANTITIES.map(
    ({ name, label, unit, decimals }) =>
      [new RegExp(`^${name}[abc]$`), label, unit, TRIAL_DECIMALS[name] ?? decimals] as const,
  ),
  [/^rssi$/, 'Sinal', 'dBm', 0],
  [/^t$/, 'Temperatura', '°C', 1],
  [/^flow$/, 'Vazão', 'L/min', 2],
  [/^consumed[ABC]$/, 'Energia consumida', 'kWh', 3],
  [/^injected[ABC]$/, 'Energia injetada', 'kWh', 3],
  [/^inductive[ABC]$/, 'Energia reativa indutiva', 'kvarh', 3],
  [/^capacitive[ABC]$/, 'Energia reativa capacitiva', 'kvarh', 3],
  [/^volume$/, 'Volume', 'm³', 3],
];

const OF_PHASE = [
  ...PHASE_QUANTITIES.map(({ name }) => `^${name}`),
  'consumed',
  'injected',
  'inductive',
  'capacitive',
];
const PHASE = new RegExp(`(?:${OF_PHASE.join('|')})([abc])$`, 'i');
const THOUSANDTHS_PER_KILO = 1_000_000;

/** 'Tensão, fase A'. */
const fieldName = (field: MappedField): string => {
  const name = QUANTITIES.find(([pattern]) => pattern.test(field))?.[1] ?? field;
  const phase = PHASE.exec(field)?.[1];
  return phase === undefined ? name : `${name}, fase ${phase.toUpperCase()}`;
};

/** '220,5 V'; registers are in mWh, mvarh or mL. */
const fieldText = (field: MappedField, value: number): string => {
  const [, , unit = '', decimals = 3] = QUANTITIES.find(([pattern]) => pattern.test(field)) ?? [];
  const shown = isRegister(field) ? value / THOUSANDTHS_PER_KILO : value;
  return `${formatNumber(shown, decimals)} ${unit}`.trim();
};

const MAPPING_EXAMPLE = JSON.stringify(
  { rules: [{ topic: '', path: 'total_m3', field: 'volume', unit: 'm³' }], times: [['timestamp']] },
  null,
  2,
);

const numberText = (value: number | null): string => (value === null ? '' : String(value).replace('.', ','));

/** Form values; 'native' is no adapter. */
const draftOf = (adapter: AnsweredAdapter | null) => ({
  adapter: adapter?.adapter ?? ('native' as const),
  topic: adapter?.topic ?? '',
  zone: adapter?.zone ?? DEFAULT_ZONE,
  mapping: adapter?.mapping ? JSON.stringify(adapter.mapping, null, 2) : MAPPING_EXAMPLE,
  registerWidth: numberText(adapter?.registerWidth ?? null),
  maxPerHour: numberText(adapter?.maxPerHour ?? null),
});

type AdapterDraft = ReturnType<typeof draftOf>;
type DraftFault = { readonly field: keyof AdapterDraft; readonly msg: string };

type ReadDraft = { readonly adapter: AnsweredAdapter | null } | { readonly faults: readonly DraftFault[] };

const NOT_JSON = 'O mapeamento não é JSON válido.';

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** The adapter of a draft, or its errors by field, validated by the contract. */
const readDraft = (draft: AdapterDraft): ReadDraft => {
  const { adapter, topic, zone } = draft;
  if (adapter === 'native') return { adapter: null };
  const mapping = adapter === 'generic' ? jsonOf(draft.mapping) : null;
  if (mapping === undefined) return { faults: [{ field: 'mapping', msg: NOT_JSON }] };
  const registerWidth = figureOf(draft.registerWidth);
  const maxPerHour = figureOf(draft.maxPerHour);
  const read = boardAdapter.safeParse({ adapter, topic, zone, mapping, registerWidth, maxPerHour });
  if (read.success) return { adapter: read.data };
  return {
    faults: read.error.issues.map(({ path, message }) => {
      const [field = 'adapter', ...inside] = path.map(String);
      const within = inside.length > 0 ? ` (${inside.join('.')})` : '';
      return { field: field as keyof AdapterDraft, msg: `${message}${within}` };
    }),
  };
};

interface TrialProps {
  readonly draft: AdapterDraft;
  readonly kind: BoardKind;
}

/** Uses the server's own parser. */
const Outcome = ({ draft, kind, topic, payload }: TrialProps & { topic: string; payload: string }) => {
  const read = readDraft(draft);
  if ('faults' in read) return <Notice tone="warn">{read.faults[0]?.msg}</Notice>;
  if (read.adapter === null) return null;
  const zone = read.adapter.zone as Zone;
  const mapping = read.adapter.mapping as Mapping | null;
  const outcome = createMessageReader({ ...read.adapter, kind, zone, mapping })(topic, payload);
  if ('refused' in outcome) return <Notice tone="bad">{explainRefusal(outcome.refused)}</Notice>;
  const values = Object.entries({ ...outcome.measured, ...outcome.registers }) as [MappedField, number][];
  return (
    <div className={styles.scrolling}>
      <table className={styles.table} aria-label="O que seria lido">
        <TableHead columns={['Grandeza', 'Valor']} />
        <tbody>
          <tr>
            <td>Data</td>
            <td>{outcome.at === null ? 'a da chegada' : formatDateTime(instant(outcome.at), zone)}</td>
          </tr>
          {values.map(([field, value]) => (
            <tr key={field}>
              <td>{fieldName(field)}</td>
              <td>{fieldText(field, value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const PayloadTrial = ({ draft, kind }: TrialProps) => {
  const [below, setBelow] = useState<string | null>(null);
  const [payload, setPayload] = useState('');
  if (draft.adapter === 'native') return null;
  const topic = below ?? draft.topic;
  return (
    <section className={styles.trial} aria-label="Testar uma mensagem">
      <h3>Testar uma mensagem</h3>
      <TextInput
        label="Tópico da mensagem"
        value={topic}
        onChange={(event) => setBelow(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
      <Textarea
        label="Conteúdo"
        description="Cole aqui o que o medidor enviou. Nada é salvo."
        value={payload}
        onChange={(event) => setPayload(event.currentTarget.value)}
        rows={5}
        spellCheck={false}
      />
      <div aria-live="polite">
        {payload.trim() !== '' && <Outcome draft={draft} kind={kind} topic={topic} payload={payload} />}
      </div>
    </section>
  );
};

interface AdapterFormProps {
  readonly mac: string;
  readonly kind: BoardKind;
  readonly saved: AnsweredAdapter | null;
  readonly onSaved: (adapter: AnsweredAdapter | null) => void;
}

const CHOICES = [
  { value: 'native', label: 'Nenhum: a placa fala o formato próprio' },
  ...ADAPTER_KINDS.map((value) => ({ value, label: adapterNames[value] })),
];

const FIELDS = ['topic', 'zone', 'mapping', 'registerWidth', 'maxPerHour'] as const;

const MeterFields = ({ form, kind }: { form: UseFormReturn<AdapterDraft>; kind: BoardKind }) => {
  const { watch } = form;
  const field = fieldOf(form);
  const adapter = watch('adapter');
  if (adapter === 'native') return null;
  const unit = kind === 'water' ? 'm³' : 'kWh';
  return (
    <>
      <TextInput
        {...field('topic')}
        label="Tópico do medidor"
        description={`Por exemplo ${topicHints[adapter]}. O medidor entra com o MAC e a chave da placa e só publica daqui para baixo.`}
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput {...field('zone')} label="Fuso das datas sem fuso" autoComplete="off" spellCheck={false} />
      <TextInput
        {...field(
          'registerWidth',
          `Registrador recomeça em (${unit}, opcional)`,
          'Com ele a virada do contador é reconhecida.',
        )}
        inputMode="decimal"
      />
      <TextInput
        {...field(
          'maxPerHour',
          `Máximo possível por hora (${unit}, opcional)`,
          'Um salto maior que isto espera os próximos valores antes de contar.',
        )}
        inputMode="decimal"
      />
      {adapter === 'generic' && (
        <Textarea
          {...field(
            'mapping',
            'Mapeamento',
            'Para cada valor: tópico abaixo do medidor, caminho no JSON, grandeza e unidade.',
          )}
          rows={10}
          spellCheck={false}
        />
      )}
    </>
  );
};

const AdapterForm = ({ mac, kind, saved, onSaved }: AdapterFormProps) => {
  const form = useForm<AdapterDraft>({ defaultValues: draftOf(saved) });
  const { register, watch, setError, getValues, handleSubmit, formState } = form;
  const { start, isSending, failure } = useSending(async () => {
    const read = readDraft(getValues());
    if ('faults' in read) {
      for (const { field, msg } of read.faults) setError(field, { message: msg });
      return;
    }
    try {
      const { adapter } = await request(setBoardAdapter, {
        params: { mac },
        body: { adapter: read.adapter },
      });
      form.reset(draftOf(adapter));
      onSaved(adapter);
      announce('Adaptador salvo.', { tone: 'good' });
    } catch (refused) {
      if (!showRefusals<AdapterDraft>(refused, FIELDS, setError)) throw refused;
    }
  });
  return (
    <>
      <FailureNotice failure={failure} />
      <div className={styles.adapter}>
        <Form
          label="Como a placa é lida"
          hasOptional={form.watch('adapter') !== 'native'}
          onSubmit={handleSubmit(() => start())}
        >
          <NativeSelect
            {...register('adapter')}
            label="Adaptador"
            data={CHOICES}
            error={formState.errors.adapter?.message}
          />
          <MeterFields form={form} kind={kind} />
          <FormActions submit="Salvar" loading={isSending} disabled={!formState.isDirty} />
        </Form>
        <PayloadTrial draft={watch()} kind={kind} />
      </div>
    </>
  );
};

export const AdapterCard = ({ board }: { board: InventoryBoardDetail }) => {
  const { mac, type, model, installation } = board;
  const query = queryFor(readBoardAdapter, { params: { mac } });
  const answer = useQuery(query);
  const { data } = answer;
  const queryClient = useQueryClient();
  const adapter = data?.adapter ?? null;
  return (
    <Card
      tour="board-adapter"
      title="Adaptador"
      qualifier="medidores de outras marcas"
      action={
        adapter !== null &&
        installation !== null && <TextLink to={`/meter/${mac}/registers`}>Ver registradores</TextLink>
      }
    >
      {data !== undefined ? (
        <AdapterForm
          mac={mac}
          kind={type === 'water' ? 'water' : model}
          saved={adapter}
          onSaved={(saved) => queryClient.setQueryData(query.queryKey, { ok: true, adapter: saved })}
        />
      ) : (
        <Answer query={answer} rest={<SkeletonFields fields={1} />} />
      )}
    </Card>
  );
};
