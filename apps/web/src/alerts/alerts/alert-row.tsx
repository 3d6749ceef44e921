import { Button, NativeSelect } from '@mantine/core';
import { describeRows } from '@nascente/charts/chart-tooltip';
import { alertCourse, alertText, alertTitle, KINDS_OF_ALERT } from '@nascente/contract/alerts/alert-kinds';
import {
  type Alert,
  acknowledgeAlert,
  type AlertCurve as Curve,
  judgeAlert,
  muteAlert,
  readAlertCurve,
} from '@nascente/contract/alerts/alerts';
import { levelText, momentText } from '@nascente/domain/alerts/level-text';
import {
  DAY_MS,
  HOUR_MS,
  type Instant,
  instant,
  MINUTE_MS,
  type Zone,
} from '@nascente/domain/base/time/zone';
import { formatReais } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AlertMark, linksOf, momentOf } from '../../shared/alerts/alert-mark.tsx';
import { useOutdateAlerts } from '../../shared/alerts/use-alert-news.ts';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { LineChart } from '../../shared/charts/line-chart.tsx';
import { labelOf, useSending } from '../../shared/forms/use-sending.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import styles from './alerts.module.css';

const mutings = [
  { value: String(HOUR_MS), label: 'por 1 hora' },
  { value: String(8 * HOUR_MS), label: 'por 8 horas' },
  { value: String(DAY_MS), label: 'por 1 dia' },
  { value: String(7 * DAY_MS), label: 'por 7 dias' },
] as const;

const isMuted = ({ mutedUntil }: Alert, now: number): boolean =>
  mutedUntil !== null && Date.parse(mutedUntil) > now;

const useSaying = ({ _id: id }: Alert) => {
  const outdate = useOutdateAlerts();
  const params = { id };
  const { start, isSending, failure } = useSending(async (say: () => Promise<unknown>) => {
    await say();
    await outdate();
  });
  return {
    isSending,
    failure,
    acknowledge: (acknowledged: boolean) =>
      void start(() => request(acknowledgeAlert, { params, body: { acknowledged } })),
    mute: (until: number | null) => void start(() => request(muteAlert, { params, body: { until } })),
    judge: (helpful: boolean | null) => void start(() => request(judgeAlert, { params, body: { helpful } })),
  };
};

const Judging = ({ alert, judge }: { alert: Alert; judge: (helpful: boolean | null) => void }) => (
  <fieldset className={styles.judging} aria-label="Este aviso foi útil?">
    {([true, false] as const).map((helpful) => (
      <button
        key={String(helpful)}
        type="button"
        className={styles.judge}
        aria-pressed={alert.isHelpful === helpful}
        onClick={() => judge(alert.isHelpful === helpful ? null : helpful)}
      >
        {helpful ? 'Útil' : 'Não útil'}
      </button>
    ))}
  </fieldset>
);

const AlertActs = ({ alert, now }: { readonly alert: Alert; readonly now: number }) => {
  const mayAcknowledgeAlerts = useMay('acknowledge-alerts');
  const { acknowledge, mute, judge, isSending, failure } = useSaying(alert);
  const lasts = alert.endedAt === null;
  return (
    <>
      <div className={styles.acts}>
        {lasts && mayAcknowledgeAlerts && (
          <Button
            variant={alert.acknowledged === null ? 'light' : 'default'}
            size="sm"
            loading={isSending}
            onClick={() => acknowledge(alert.acknowledged === null)}
          >
            {alert.acknowledged === null ? 'Estou cuidando' : 'Não cuido mais'}
          </Button>
        )}
        {lasts &&
          (isMuted(alert, now) ? (
            <Button variant="default" size="sm" loading={isSending} onClick={() => mute(null)}>
              Voltar a avisar
            </Button>
          ) : (
            <NativeSelect
              className={styles.mute ?? ''}
              aria-label="Silenciar para mim"
              value=""
              data={[{ value: '', label: 'Silenciar…' }, ...mutings]}
              onChange={({ currentTarget: { value } }) => value !== '' && mute(Date.now() + Number(value))}
            />
          ))}
        <Judging alert={alert} judge={judge} />
      </div>
      {failure && <p role="alert">{labelOf(failure)}</p>}
    </>
  );
};

/** A longer step is a gap. */
const GAP_STEPS = 1.5;

const Chart = ({ alert, curve }: { readonly alert: Alert; readonly curve: Curve }) => {
  const { beganAt, endedAt, establishment } = alert;
  const { quantity, unit, limit, stepMinutes } = curve;
  const now = instant(Date.now());
  const textOf = (x: number) => momentText(instant(x), now, establishment.zone as Zone);
  const points = curve.points.flatMap(({ at, value }) =>
    value === null ? [] : [{ x: momentOf(at), y: value }],
  );
  const ends = [beganAt, endedAt].flatMap((at) => (at === null ? [] : [momentOf(at)]));
  return (
    <LineChart
      label={`${quantity} em volta do aviso, em ${unit}`}
      state={
        points.length === 0
          ? { kind: 'empty', message: 'Não chegou nenhuma medição em volta deste aviso.' }
          : { kind: 'ready' }
      }
      height={180}
      note={quantity}
      points={points}
      color={unit === 'L/h' || unit === 'm³' ? '--water' : '--off-peak'}
      ticks={ends.map((x) => ({ x, label: textOf(x), rank: 0 }))}
      rules={limit === null ? [] : [{ value: limit, label: `limite ${levelText(limit, unit)}` }]}
      isGap={(before, after) => after.x - before.x > GAP_STEPS * stepMinutes * MINUTE_MS}
      describe={describeRows(points, ({ x, y }) => ({
        title: textOf(x),
        rows: [{ label: quantity, value: levelText(y, unit) }],
      }))}
      table={{
        columns: ['Quando', quantity],
        rows: points.map(({ x, y }) => [textOf(x), levelText(y, unit)]),
      }}
    />
  );
};

const AlertCurve = ({ alert }: { readonly alert: Alert }) => {
  const { data } = useQuery(queryFor(readAlertCurve, { params: { id: alert._id } }));
  return data?.curve ? <Chart alert={alert} curve={data.curve} /> : null;
};

const Tags = ({ alert, now }: { readonly alert: Alert; readonly now: Instant }) => {
  const { cost, times, isLate, acknowledged, mutedUntil, endedAt, establishment } = alert;
  const mark = KINDS_OF_ALERT[alert.kind].mark?.(alert.facts, alert, now);
  const isMuted = endedAt === null && mutedUntil !== null && momentOf(mutedUntil) > now;
  return (
    <div className={styles.tags}>
      {mark && <Tag tone="bad">{mark}</Tag>}
      {cost !== null && <Tag tone="neutral">{formatReais(cost)}</Tag>}
      {times > 1 && <Tag>{times} vezes</Tag>}
      {isLate && <Tag>dados ou cadastro mudaram depois</Tag>}
      {acknowledged && <Tag tone="good">{acknowledged.by ?? 'Alguém'} está cuidando</Tag>}
      {isMuted && (
        <Tag>silenciado até {momentText(momentOf(mutedUntil), now, establishment.zone as Zone)}</Tag>
      )}
    </div>
  );
};

interface AlertRowProps {
  readonly alert: Alert;
  readonly now: Instant;
  readonly hasCurve?: boolean;
  readonly children?: ReactNode;
}

export const AlertRow = ({ alert, now, hasCurve = false, children }: AlertRowProps) => {
  const { profile } = useUser();
  const text = alertText(alert, now);
  return (
    <li className={styles.alert} data-over={alert.endedAt !== null || undefined}>
      <AlertMark alert={alert} />
      <div className={styles.story}>
        <h2 className={styles.title}>{alertTitle(alert)}</h2>
        <p className={styles.course}>
          {alertCourse(alert, now)} · {alert.establishment.name}
        </p>
        {text !== '' && <p>{text}</p>}
        <Tags alert={alert} now={now} />
        {linksOf(alert, profile).map(({ to, text }) => (
          <TextLink key={to} to={to}>
            {text}
          </TextLink>
        ))}
        {hasCurve && <AlertCurve alert={alert} />}
        <AlertActs alert={alert} now={now} />
        {children}
      </div>
    </li>
  );
};
