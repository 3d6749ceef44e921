import { NativeSelect } from '@mantine/core';
import { judgeOutage, type OutageAnswer } from '@nascente/contract/telemetry/continuity';
import type { Zone } from '@nascente/domain/base/time/zone';
import {
  OUTAGE_VERDICTS,
  type OutageVerdict,
} from '@nascente/domain/telemetry/continuity/continuity-indicators';
import { OUTAGE_TITLES, VERDICT_NAMES } from '@nascente/domain/telemetry/continuity/outage-texts';
import { request, useOutdate } from '../../shared/api/api-client.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { useSending } from '../../shared/forms/use-sending.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { StatusDot, type Tone } from '../../shared/ui/marks/tag.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { whenText, whereText } from './outage-texts.ts';
import styles from './outages.module.css';

const TONES: Readonly<Record<OutageAnswer['kind'], Tone>> = {
  interruption: 'bad',
  messages: 'neutral',
  installation: 'neutral',
  unknown: 'warn',
};

/** Without a statement only a counted interruption and a doubt wait for one. */
const unstatedText = ({ kind, isCounted }: OutageAnswer): string =>
  isCounted || kind === 'unknown' ? 'A confirmar' : 'Como os medidores mostram';

const CHOICES = OUTAGE_VERDICTS.map((value) => ({ value, label: VERDICT_NAMES[value] }));

const verdictText = (outage: OutageAnswer): string => {
  const { verdict, by } = outage;
  if (verdict === null) return unstatedText(outage);
  return `${VERDICT_NAMES[verdict]}${by === null ? '' : `, por ${by}`}`;
};

/** A person's statement about one outage. */
const VerdictChoice = ({ id, outage }: { readonly id: string; readonly outage: OutageAnswer }) => {
  const outdate = useOutdate();
  const { start, isSending, failure } = useSending(async (verdict: OutageVerdict | null) => {
    const end = outage.end ?? outage.start;
    const meters = outage.meters.map(({ macAddress }) => macAddress);
    await request(judgeOutage, { params: { id }, body: { start: outage.start, end, meters, verdict } });
    await outdate();
    announce('Classe salva.', { tone: 'good' });
  });
  return (
    <>
      <NativeSelect
        className={styles.choice ?? ''}
        label="O que foi"
        data={[{ value: '', label: unstatedText(outage) }, ...CHOICES]}
        value={outage.verdict ?? ''}
        disabled={isSending}
        onChange={({ currentTarget: { value } }) =>
          void start(OUTAGE_VERDICTS.find((one) => one === value) ?? null)
        }
      />
      {outage.by !== null && <small>Informado por {outage.by}.</small>}
      <FailureNotice failure={failure} />
    </>
  );
};

interface OutageRowProps {
  readonly id: string;
  readonly outage: OutageAnswer;
  readonly zone: Zone;
}

const OutageRow = ({ id, outage, zone }: OutageRowProps) => {
  const mayEdit = useMay('edit-establishment');
  const { kind, evidence, isCounted, end } = outage;
  const isShort = kind === 'interruption' && !isCounted && end !== null;
  return (
    <li className={styles.outage}>
      <div className={styles.about}>
        <b>
          <StatusDot tone={TONES[kind]} /> {OUTAGE_TITLES[kind]}
        </b>
        <time dateTime={outage.start}>{whenText(outage, zone)}</time>
        <span>{whereText(outage)}</span>
        <small>
          {evidence}
          {isShort && ' Menos de três minutos: não conta para os limites.'}
        </small>
      </div>
      <div className={styles.verdict}>
        {mayEdit ? <VerdictChoice id={id} outage={outage} /> : <small>{verdictText(outage)}</small>}
      </div>
    </li>
  );
};

interface OutageListProps {
  readonly id: string;
  readonly outages: readonly OutageAnswer[];
  /** Whether all meters were examined in the month. */
  readonly isComplete: boolean;
  readonly zone: Zone;
}

/** The outages of a month, the newest first. */
export const OutageList = ({ id, outages, isComplete, zone }: OutageListProps) => (
  <Card title="Uma por uma" tour="outages-list">
    {outages.length === 0 ? (
      <EmptyState icon={isComplete ? 'check' : 'history'}>
        {isComplete
          ? 'Nenhum medidor ficou três minutos sem mensagem ou sem tensão.'
          : 'Nada a mostrar: neste mês nem todas as leituras foram avaliadas.'}
      </EmptyState>
    ) : (
      <ul className={styles.outages} aria-label="Interrupções do mês">
        {outages.toReversed().map((outage) => (
          <OutageRow key={`${outage.start} ${outage.meters[0]?.macAddress}`} {...{ id, outage, zone }} />
        ))}
      </ul>
    )}
  </Card>
);
