import { Textarea } from '@mantine/core';
import {
  CORRECTION_TEXTS,
  type Correction,
  type CorrectionEffect,
  createCorrection,
  listCorrections,
  MAX_REASON,
  previewCorrection,
  undoCorrection,
} from '@nascente/contract/energy/corrections';
import type { Board } from '@nascente/contract/sites/meters';
import { parseLocalTime } from '@nascente/domain/base/time/local-clock';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { formatNumber, formatReais } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { queryFor, request, useOutdate } from '../../shared/api/api-client.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { DateField } from '../../shared/forms/fields/date-input.tsx';
import group from '../../shared/forms/fields/field-group.module.css';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { useSending } from '../../shared/forms/use-sending.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Stat, StatList } from '../../shared/ui/marks/stat-list.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { announce, METER_AREA_MS } from '../../shared/ui/snackbar.tsx';
import { useQuestion } from '../../shared/ui/use-question.tsx';
import styles from './past.module.css';
import { EVERYTHING, PastFrame, PastRow } from './past-frame.tsx';
import { amountText, momentText } from './past-texts.ts';

interface Fields {
  readonly start: string;
  readonly end: string;
  readonly reason: string;
}

type CycleInterval = Omit<Fields, 'reason'>;

const isoOf = (at: number): string => new Date(at).toISOString();

/** The whole quarter-hours that contain a time of the local clock. */
const intervalOf = (start: string, end: string, board: Board): CycleInterval | null => {
  const [from, to] = [start, end].map((text) => parseLocalTime(text, zoneOf(board)));
  if (from == null || to == null) return null;
  const [first, last] = [Math.floor(from / QUARTER_MS), Math.ceil(to / QUARTER_MS)];
  if (last <= first) return null;
  return { start: isoOf(first * QUARTER_MS), end: isoOf(last * QUARTER_MS) };
};

const Effect = ({ effect, board }: { readonly effect: CorrectionEffect; readonly board: Board }) =>
  effect.quarters === 0 ? (
    <p className={styles.hint}>
      Não há leituras contadas neste trecho. Marcado assim, o que chegar atrasado também fica de fora.
    </p>
  ) : (
    <StatList>
      <Stat label="Deixa de contar">{amountText(effect.amount, board)}</Stat>
      <Stat label="Custo">{effect.cost === null ? 'Sem tarifa' : formatReais(effect.cost)}</Stat>
      <Stat label="Leituras">{formatNumber(effect.frames, 0)}</Stat>
      <Stat label="Quartos de hora">{formatNumber(effect.quarters, 0)}</Stat>
    </StatList>
  );

const NewCorrection = ({ board, mac }: { readonly board: Board; readonly mac: string }) => {
  const outdate = useOutdate();
  const form = useForm<Fields>({ defaultValues: { start: '', end: '', reason: '' } });
  const { errors } = form.formState;
  const [start, end] = form.watch(['start', 'end']);
  const interval = intervalOf(start, end, board);
  const preview = useQuery({
    ...queryFor(previewCorrection, { params: { mac }, query: interval ?? { start: '', end: '' } }),
    enabled: interval !== null,
    retry: false,
  });
  const sending = useSending(async (interval: CycleInterval, reason: string) => {
    const { effect } = await request(createCorrection, { params: { mac }, body: { ...interval, reason } });
    form.reset();
    // Every total of this meter changes.
    await outdate();
    announce(`Trecho desconsiderado: ${amountText(effect.amount, board)} a menos.`, {
      tone: 'good',
      lastsMs: METER_AREA_MS,
    });
  });
  const submit = form.handleSubmit(({ reason }) =>
    interval === null ? undefined : sending.start(interval, reason),
  );
  const failure = sending.failure ?? preview.error;
  return (
    <Form label="Desconsiderar um trecho" onSubmit={submit}>
      <p className={styles.hint}>
        As leituras do trecho são guardadas, mas deixam de contar em consumo, custos, demanda e previsões. O
        trecho vai de quarto em quarto de hora, e pode ser desfeito.
      </p>
      <div className={group.fields}>
        <DateField
          {...form.register('start', { required: 'Informe o início.' })}
          kind="dayTime"
          label="Início"
          error={errors.start?.message}
        />
        <DateField
          {...form.register('end', {
            required: 'Informe o fim.',
            validate: () => intervalOf(start, end, board) !== null || CORRECTION_TEXTS.order,
          })}
          kind="dayTime"
          label="Fim"
          error={errors.end?.message}
        />
      </div>
      <Textarea
        {...form.register('reason', {
          validate: (reason) => reason.trim().length >= 3 || CORRECTION_TEXTS.reason,
          maxLength: { value: MAX_REASON, message: CORRECTION_TEXTS.longReason },
        })}
        label="Motivo"
        description="Fica guardado com o seu nome."
        error={errors.reason?.message}
        rows={2}
      />
      {interval !== null && preview.data && <Effect effect={preview.data.effect} board={board} />}
      {interval !== null && <FailureNotice failure={failure} />}
      <FormActions submit="Desconsiderar trecho" loading={sending.isSending} />
    </Form>
  );
};

const CorrectionsCard = ({ board, mac, mayEdit }: { board: Board; mac: string; mayEdit: boolean }) => {
  const { ask, question } = useQuestion();
  const query = useQuery(queryFor(listCorrections, { params: { mac } }));
  const { data } = query;
  const corrections = data?.corrections;
  const askUndoing = ({ id, amount }: Correction) =>
    ask({
      title: 'Desfazer a correção?',
      confirm: 'Desfazer',
      isDestructive: false,
      text: (
        <p>
          As leituras do trecho voltam a contar: {amountText(amount, board)}. A correção continua na lista.
        </p>
      ),
      call: () => request(undoCorrection, { params: { mac, id: String(id) } }),
      outdates: EVERYTHING,
      done: 'As leituras do trecho contam de novo.',
      tone: 'good',
      lastsMs: METER_AREA_MS,
    });
  return (
    <Card title="Correções">
      <Answer query={query} />
      {corrections?.length === 0 && (
        <EmptyState icon="check">Nenhuma correção: todas as leituras deste medidor contam.</EmptyState>
      )}
      <ul className={styles.rows} aria-label="Correções">
        {corrections?.map((correction) => {
          const { id, start, end, reason, amount, undone } = correction;
          const span = `${momentText(start, board)} a ${momentText(end, board)}`;
          return (
            <PastRow
              key={id}
              name={span}
              entry={correction}
              board={board}
              undoneBy="Desfeita por"
              undoLabel={`Desfazer a correção de ${span}`}
              onUndo={mayEdit && undone === null ? () => askUndoing(correction) : null}
            >
              {undone === null ? (
                <Tag tone="warn">{amountText(amount, board)} fora da fatura</Tag>
              ) : (
                <Tag>Desfeita</Tag>
              )}
              <small>{reason}</small>
            </PastRow>
          );
        })}
      </ul>
      {question}
    </Card>
  );
};

export const CorrectionsPage = () => {
  const mayEdit = useMay('edit-meter');
  return (
    <PastFrame title="Correções de leituras">
      {(board, mac) => (
        <>
          {mayEdit && (
            <Card title="Desconsiderar um trecho">
              <NewCorrection board={board} mac={mac} />
            </Card>
          )}
          <CorrectionsCard board={board} mac={mac} mayEdit={mayEdit} />
        </>
      )}
    </PastFrame>
  );
};
