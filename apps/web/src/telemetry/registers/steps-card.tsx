import { Button, NativeSelect, Textarea } from '@mantine/core';
import type { QueryInput } from '@nascente/contract/base/call';
import type { Board } from '@nascente/contract/sites/meters';
import { type AnsweredStep, chooseVerdict, readRegisters } from '@nascente/contract/telemetry/registers';
import { instant } from '@nascente/domain/base/time/zone';
import { formatDateTime, formatNumber } from '@nascente/domain/base/units/format';
import type { RegisterName } from '@nascente/domain/telemetry/adapters/mapped-field';
import {
  CHOSEN_VERDICTS,
  type ChosenVerdict,
  type StepVerdict,
} from '@nascente/domain/telemetry/registers/register-verdicts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { request, useOutdate } from '../../shared/api/api-client.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { useSending } from '../../shared/forms/use-sending.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Tag, type Tone } from '../../shared/ui/marks/tag.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ShowMore } from '../../shared/ui/page/show-more.tsx';
import { announce, METER_AREA_MS } from '../../shared/ui/snackbar.tsx';
import styles from './registers.module.css';

type Search = Pick<QueryInput<typeof readRegisters>, 'start' | 'end' | 'show'>;

const QUANTITIES = {
  consumed: ['Consumo', 'kWh'],
  injected: ['Injeção', 'kWh'],
  inductive: ['Reativa indutiva', 'kvarh'],
  capacitive: ['Reativa capacitiva', 'kvarh'],
} as const;

const quantityOf = (register: RegisterName): readonly [name: string, unit: string] =>
  register === 'volume' ? ['Volume', 'm³'] : QUANTITIES[register.slice(0, -1) as keyof typeof QUANTITIES];

/** 'Consumo, fase A'. */
const registerName = (register: RegisterName): string =>
  register === 'volume' ? 'Volume' : `${quantityOf(register)[0]}, fase ${register.slice(-1)}`;

/** '1.234,567 kWh'. */
const amountText = (register: RegisterName, amount: number): string =>
  `${formatNumber(amount, 3)} ${quantityOf(register)[1]}`;

/** 'conta 1,000 kWh' or 'não conta', signed for a difference. */
const differenceText = (register: RegisterName, difference: number): string =>
  difference === 0
    ? 'O total não mudou.'
    : `O total ${difference > 0 ? 'aumentou' : 'diminuiu'} ${amountText(register, Math.abs(difference))}.`;

const verdictTexts: Readonly<Record<StepVerdict, { name: string; meaning: string; tone: Tone }>> = {
  first: { name: 'Primeira leitura', meaning: 'Ponto de partida: não conta consumo.', tone: 'neutral' },
  normal: { name: 'Normal', meaning: 'Conta a diferença desde a leitura anterior.', tone: 'neutral' },
  gap: {
    name: 'Depois de silêncio',
    meaning: 'Conta tudo o que passou enquanto não houve leitura.',
    tone: 'warn',
  },
  jitter: { name: 'Oscilação', meaning: 'O valor recuou e voltou: não conta.', tone: 'neutral' },
  'short-zero': {
    name: 'Zero momentâneo',
    meaning: 'O registrador mostrou zero e voltou: não conta.',
    tone: 'warn',
  },
  spike: { name: 'Salto falso', meaning: 'O valor saltou e voltou: não conta.', tone: 'warn' },
  reset: {
    name: 'Zerado',
    meaning: 'O registrador recomeçou do zero: conta o que ele mostra.',
    tone: 'warn',
  },
  rollover: {
    name: 'Virada',
    meaning: 'O registrador passou do último valor e recomeçou: conta as duas partes.',
    tone: 'neutral',
  },
  exchange: {
    name: 'Troca de medidor',
    meaning: 'Passou a valer outro contador: a diferença não conta.',
    tone: 'warn',
  },
  held: {
    name: 'Em espera',
    meaning: 'Duvidoso: os próximos valores decidem. Por enquanto não conta.',
    tone: 'bad',
  },
};

/** An operator's verdicts, in display order. */
const CHOICES: readonly ChosenVerdict[] = [
  'normal',
  'reset',
  'rollover',
  'exchange',
  'short-zero',
  'jitter',
  'spike',
];

const decisionText = ({ decision }: AnsweredStep): string | null => {
  if (decision === null) return null;
  const by = decision.by ?? 'conta removida';
  const what =
    decision.verdict === null ? 'voltou ao automático' : `decidiu “${verdictTexts[decision.verdict].name}”`;
  return `${by} ${what}: ${decision.reason}`;
};

interface VerdictDialogProps {
  readonly board: Board;
  readonly mac: string;
  readonly step: AnsweredStep;
  readonly onClose: () => void;
}

interface Decision {
  /** Empty: automatic. */
  readonly verdict: string;
  readonly reason: string;
}

const AUTOMATIC = '';
const OPTIONS = [
  ...CHOICES.map((value) => ({ value, label: verdictTexts[value].name })),
  { value: AUTOMATIC, label: 'Decidir automaticamente' },
];
const MAX_REASON = 300;

/** Sets the verdict of a step with a reason. Totals and costs follow at once. */
const VerdictDialog = ({ board, mac, step, onClose }: VerdictDialogProps) => {
  const { register: name, date, raw, previous } = step;
  const outdate = useOutdate();
  const { register, handleSubmit, watch, formState } = useForm<Decision>({
    defaultValues: { verdict: step.decision?.verdict ?? AUTOMATIC, reason: '' },
  });
  const { start, isSending, failure } = useSending(async ({ verdict, reason }: Decision) => {
    const chosen = CHOSEN_VERDICTS.find((one) => one === verdict) ?? null;
    const { difference } = await request(chooseVerdict, {
      params: { mac, register: name },
      body: { date, verdict: chosen, reason },
    });
    // Every total of this meter changes.
    await outdate();
    onClose();
    announce(`Veredito salvo. ${differenceText(name, difference)}`, {
      tone: 'good',
      lastsMs: METER_AREA_MS,
    });
  });
  const verdict = CHOSEN_VERDICTS.find((one) => one === watch('verdict'));
  return (
    <FormDialog
      title="O que foi este passo?"
      label="Veredito"
      action="Salvar"
      isSending={isSending}
      failure={failure}
      onSubmit={handleSubmit((decision) => start(decision))}
      onClose={onClose}
      above={
        <p>
          {registerName(name)}, {formatDateTime(instant(Date.parse(date)), zoneOf(board))}:{' '}
          {previous !== null && `de ${amountText(name, previous.raw)} `}para {amountText(name, raw)}.
        </p>
      }
    >
      <NativeSelect
        {...register('verdict')}
        label="Veredito"
        description={verdict === undefined ? 'Pelos valores vizinhos.' : verdictTexts[verdict].meaning}
        data={OPTIONS}
      />
      <Textarea
        {...register('reason', {
          validate: (reason) => reason.trim().length >= 3 || 'Diga o motivo da mudança.',
          maxLength: { value: MAX_REASON, message: 'O motivo pode ter até 300 caracteres.' },
        })}
        label="Motivo"
        description="Fica guardado com o seu nome."
        error={formState.errors.reason?.message}
        rows={3}
      />
    </FormDialog>
  );
};

interface StepRowProps {
  readonly step: AnsweredStep;
  readonly board: Board;
  readonly onChoose: ((step: AnsweredStep) => void) | null;
}

const StepRow = ({ step, board, onChoose }: StepRowProps) => {
  const { register, date, raw, previous, verdict, increment } = step;
  const { name, meaning, tone } = verdictTexts[verdict];
  const moment = formatDateTime(instant(Date.parse(date)), zoneOf(board));
  const decision = decisionText(step);
  return (
    <li className={styles.step}>
      <div className={styles.what}>
        <b>{registerName(register)}</b>
        <time dateTime={date}>{moment}</time>
      </div>
      <p className={styles.values}>
        <span>{previous === null ? '–' : amountText(register, previous.raw)}</span>
        <span aria-hidden="true"> → </span>
        <span className="visually-hidden"> passou a </span>
        <span>{amountText(register, raw)}</span>
      </p>
      <div className={styles.verdict}>
        <Tag tone={tone}>{name}</Tag>
        <small>{increment > 0 ? `Conta ${amountText(register, increment)}.` : meaning}</small>
        {decision !== null && <small>{decision}</small>}
      </div>
      {onChoose !== null && (
        <Button
          variant="default"
          aria-label={`Mudar veredito de ${registerName(register)}, ${moment}`}
          onClick={() => onChoose(step)}
        >
          Mudar
        </Button>
      )}
    </li>
  );
};

const useSteps = (mac: string, { start, end, show }: Search) =>
  useInfiniteQuery({
    queryKey: [readRegisters.name, mac, start, end, show],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      request(
        readRegisters,
        { params: { mac }, query: { start, end, show, ...(pageParam !== null && { cursor: pageParam }) } },
        signal,
      ),
    getNextPageParam: ({ next }) => next,
  });

const NoData = ({ counts }: { counts: boolean }) =>
  counts ? (
    <EmptyState icon="check">Nada fora do comum neste período.</EmptyState>
  ) : (
    <EmptyState icon="meter">
      Este medidor envia o consumo pronto: não há registradores acumulados para conferir.
    </EmptyState>
  );

export const StepsCard = ({ board, mac, search }: { board: Board; mac: string; search: Search }) => {
  const mayEditMeter = useMay('edit-meter');
  const [chosen, setChosen] = useState<AnsweredStep | null>(null);
  const steps = useSteps(mac, search);
  const shown = steps.data?.pages.flatMap((page) => page.steps);
  const counts = steps.data?.pages[0]?.counts ?? false;
  const onChoose = mayEditMeter ? setChosen : null;
  return (
    <Card title="Passos" qualifier={search.show === 'unusual' ? 'fora do comum' : 'todos'}>
      <Answer query={steps} rows={4} />
      {shown?.length === 0 && <NoData counts={counts} />}
      <ol className={styles.steps} aria-label="Passos dos registradores">
        {shown?.map((step) => (
          <StepRow key={`${step.register} ${step.date}`} step={step} board={board} onChoose={onChoose} />
        ))}
      </ol>
      <ShowMore pages={steps} />
      {chosen !== null && (
        <VerdictDialog board={board} mac={mac} step={chosen} onClose={() => setChosen(null)} />
      )}
    </Card>
  );
};
