import { Button } from '@mantine/core';
import type { BarSeries } from '@nascente/charts/bars';
import { describeRows } from '@nascente/charts/chart-tooltip';
import {
  judgeLeak,
  type NightFlow,
  readNightFlow,
  withdrawLeakVerdict,
} from '@nascente/contract/energy/water';
import type { Board } from '@nascente/contract/sites/meters';
import { civilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant } from '@nascente/domain/base/time/zone';
import {
  formatClock,
  formatNumber,
  formatShortDay,
  formatWeekdayDay,
} from '@nascente/domain/base/units/format';
import type { LeakVerdict } from '@nascente/domain/energy/consumption/night-flow';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor, request } from '../../../shared/api/api-client.ts';
import { ApiFailure, NETWORK_MESSAGE } from '../../../shared/api/api-failure.ts';
import { BarChart, type BarContent } from '../../../shared/charts/bar-chart.tsx';
import { chartState } from '../../../shared/charts/chart-frame.tsx';
import { moneyOf, quantityOf } from '../../../shared/consumption/amount.ts';
import { AmountNumber } from '../../../shared/consumption/amount-number.tsx';
import { continuousText, flowText, leakText } from '../../../shared/consumption/leak-texts.ts';
import { zoneOf } from '../../../shared/consumption/zone-of.ts';
import { useMay } from '../../../shared/session-state/use-may.ts';
import { BigNumber } from '../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Stat, StatList } from '../../../shared/ui/marks/stat-list.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Loading, SkeletonBlock, SkeletonLine } from '../../../shared/ui/page/skeleton.tsx';
import { announce, METER_AREA_MS } from '../../../shared/ui/snackbar.tsx';
import classes from './night-flow-card.module.css';

const VERDICTS: readonly { readonly verdict: LeakVerdict['verdict']; readonly label: string }[] = [
  { verdict: 'resolved', label: 'Resolvido' },
  { verdict: 'notALeak', label: 'Não é vazamento' },
];

const useAnswered = ({ macAddress: mac }: Board) => {
  const queries = useQueryClient();
  const requested = queryFor(readNightFlow, { params: { mac } });
  return {
    onSuccess: (answer: { ok: true; nightFlow: NightFlow }) =>
      queries.setQueryData(requested.queryKey, answer),
    onError: (failure: Error) => {
      void queries.invalidateQueries({ queryKey: requested.queryKey });
      announce(failure instanceof ApiFailure ? failure.message : NETWORK_MESSAGE, {
        tone: 'bad',
        lastsMs: METER_AREA_MS,
      });
    },
  };
};

const LeakSteps = ({ board, since }: { readonly board: Board; readonly since: string }) => {
  const mayEditMeter = useMay('edit-meter');
  const answered = useAnswered(board);
  const judge = useMutation({
    ...answered,
    mutationFn: (verdict: LeakVerdict['verdict']) =>
      request(judgeLeak, { params: { mac: board.macAddress }, body: { since, verdict } }),
  });
  return (
    <div className={classes.steps}>
      <p>
        <b>O que fazer:</b> à noite, feche as torneiras e leia o hidrômetro duas vezes, com uma hora de
        intervalo. Se o número mudou, feche o registro e chame um encanador.
      </p>
      {mayEditMeter && (
        <div className={classes.verdicts}>
          {VERDICTS.map(({ verdict, label }) => (
            <Button
              key={verdict}
              variant="default"
              loading={judge.isPending && judge.variables === verdict}
              disabled={judge.isPending}
              onClick={() => judge.mutate(verdict)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
};

const SAID: Readonly<Record<LeakVerdict['verdict'], string>> = {
  resolved: 'Vazamento resolvido.',
  notALeak: 'Não é vazamento.',
};

interface VerdictNoteProps {
  readonly board: Board;
  readonly said: NonNullable<NightFlow['verdict']>;
}

/** The person that ended the warning, and the time; people who may end it may reopen it. */
const VerdictNote = ({ board, said: { verdict, since, at, by } }: VerdictNoteProps) => {
  const mayEditMeter = useMay('edit-meter');
  const answered = useAnswered(board);
  const withdraw = useMutation({
    ...answered,
    mutationFn: () => request(withdrawLeakVerdict, { params: { mac: board.macAddress }, query: { since } }),
  });
  const zone = zoneOf(board);
  const moment = instant(Date.parse(at));
  const day = formatShortDay(civilDateAt(moment, zone));
  const person = by === null ? '' : ` por ${by}`;
  return (
    <Notice
      tone="info"
      title={SAID[verdict]}
      action={
        mayEditMeter && (
          <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Desfazer
          </Button>
        )
      }
    >
      O aviso desde {formatShortDay(civilDate(since))} foi encerrado{person} em {day},{' '}
      {formatClock(moment, zone)}. Um novo vazamento será avisado.
    </Notice>
  );
};

type Night = NightFlow['nights'][number];

const NIGHT_SERIES: readonly BarSeries[] = [
  { key: 'usual', label: 'Normal', color: '--water' },
  { key: 'above', label: 'Acima do normal', color: '--bad' },
];

/** The number of nights in the card. */
const SHOWN_NIGHTS = 30;

const dayText = ({ date }: Night): string => formatWeekdayDay(civilDate(date));
const judgement = ({ isAbove }: Night): string => (isAbove ? 'acima do normal' : 'normal');

export const nightFlowChart = ({ nights }: Pick<NightFlow, 'nights'>): BarContent => {
  const shown = nights.slice(-SHOWN_NIGHTS);
  return {
    series: NIGHT_SERIES,
    bars: shown.map((night, index) => ({
      key: night.date,
      axisLabel: String(Number(night.date.slice(8))),
      // First and last night are always labelled, others evenly between.
      labelRank: index === 0 || index === shown.length - 1 ? 1 : 2,
      values: night.flow === null ? null : night.isAbove ? [0, night.flow] : [night.flow, 0],
      isToday: index === shown.length - 1,
    })),
    describe: describeRows(shown, (night) => {
      if (night.flow === null) return { title: dayText(night), rows: [], note: 'sem dados' };
      return {
        title: dayText(night),
        rows: [{ label: 'Menor vazão da noite', value: flowText(night.flow) }],
        note: judgement(night),
      };
    }),
    table: {
      columns: ['Noite', 'Menor vazão', 'Situação'],
      rows: shown.map((night) =>
        night.flow === null
          ? [dayText(night), '–', 'sem dados']
          : [dayText(night), flowText(night.flow), judgement(night)],
      ),
    },
  };
};

const EMPTY: Pick<NightFlow, 'nights'> = { nights: [] };

const FlowNumber = ({ flow }: { readonly flow: number }) => (
  <BigNumber value={formatNumber(flow, flow > 0 && flow < 10 ? 1 : 0)} unit="L/h" />
);

const Figures = ({ latest, baseline, leak }: NightFlow) => (
  <StatList>
    {latest !== null && (
      <Stat
        label="Última noite"
        qualifier={formatShortDay(civilDate(latest.date))}
        {...(leak !== null && { tone: 'bad' as const })}
      >
        <FlowNumber flow={latest.flow} />
      </Stat>
    )}
    {baseline !== null && (
      <Stat label="Normal" qualifier="mediana de 14 noites">
        <FlowNumber flow={baseline} />
      </Stat>
    )}
    {leak !== null && (
      <Stat label="Perda estimada" qualifier={`desde ${formatShortDay(civilDate(leak.since))}`}>
        <AmountNumber amount={quantityOf(leak.lost, 'water')} />
      </Stat>
    )}
    {leak !== null && leak.cost !== null && (
      <Stat label="Custo da perda" qualifier="ao preço de hoje">
        <AmountNumber amount={moneyOf(leak.cost)} />
      </Stat>
    )}
  </StatList>
);

const Verdict = ({ board, report }: { readonly board: Board; readonly report: NightFlow }) => {
  if (report.leak !== null) {
    return (
      <>
        <Notice tone="bad" title="Possível vazamento.">
          {leakText(report.leak)}
        </Notice>
        <LeakSteps board={board} since={report.leak.since} />
      </>
    );
  }
  if (report.continuous !== null) {
    return (
      <>
        <Notice tone="warn" title="Vazão contínua.">
          {continuousText(report.continuous)}
        </Notice>
        <LeakSteps board={board} since={report.continuous.since} />
      </>
    );
  }
  const [oldest] = report.nights;
  if (report.verdict !== null && oldest !== undefined && report.verdict.since >= oldest.date)
    return <VerdictNote board={board} said={report.verdict} />;
  if (report.baseline === null) {
    return (
      <Notice tone="info">
        Com cinco noites calmas medidas, um vazamento lento passa a ser reconhecido aqui.
      </Notice>
    );
  }
  return <Notice tone="good">A água para à noite como de costume: nenhum sinal de vazamento.</Notice>;
};

const RestingReport = () => (
  <Loading>
    <div className={classes.report}>
      <SkeletonBlock height={64} />
      <StatList>
        {['Última noite', 'Normal'].map((label) => (
          <Stat key={label} label={label}>
            <SkeletonLine width={8} size="stat" />
          </Stat>
        ))}
      </StatList>
    </div>
  </Loading>
);

export const NightFlowCard = ({ board }: { readonly board: Board }) => {
  const { data, error, refetch } = useQuery(queryFor(readNightFlow, { params: { mac: board.macAddress } }));
  const report = data?.nightFlow;
  const chart = useMemo(() => nightFlowChart(report ?? EMPTY), [report]);
  const state = chartState({ data, error, refetch }, report?.latest === null);
  return (
    <Card
      tour="meter-night-flow"
      title="Vazão noturna"
      terms={['vazao-noturna']}
      {...(report && { qualifier: `hora mais calma, ${report.window.from}h às ${report.window.to}h` })}
    >
      {state.kind === 'loading' && <RestingReport />}
      {report !== undefined && report.latest !== null && (
        <div className={classes.report}>
          <Verdict board={board} report={report} />
          <Figures {...report} />
        </div>
      )}
      <BarChart
        {...chart}
        label="Menor vazão de cada noite, em litros por hora"
        state={state}
        height={150}
        legend={report?.nights.some(({ isAbove }) => isAbove) ? NIGHT_SERIES : []}
        note="L/h por noite"
      />
    </Card>
  );
};
