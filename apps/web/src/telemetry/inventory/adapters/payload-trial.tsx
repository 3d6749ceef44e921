import { Textarea, TextInput } from '@mantine/core';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatDateTime } from '@nascente/domain/base/units/format';
import { createMessageReader } from '@nascente/domain/telemetry/adapters/adapter';
import type { MappedField } from '@nascente/domain/telemetry/adapters/mapped-field';
import type { Mapping } from '@nascente/domain/telemetry/adapters/mapping';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame-layout';
import { explainRefusal } from '@nascente/domain/telemetry/frames/refusal';
import { useState } from 'react';
import { Notice } from '../../../shared/ui/notice.tsx';
import styles from '../board.module.css';
import { type AdapterDraft, readDraft } from './adapter-draft.ts';
import { fieldName, fieldText } from './adapter-words.ts';

interface TrialProps {
  readonly draft: AdapterDraft;
  readonly kind: BoardKind;
}

/** Read exactly as the server would, by the same function. */
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
        <thead>
          <tr>
            <th scope="col">Grandeza</th>
            <th scope="col">Valor</th>
          </tr>
        </thead>
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

/** A pasted message, and what would be read of it with the adapter as it is typed above. */
export const PayloadTrial = ({ draft, kind }: TrialProps) => {
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
