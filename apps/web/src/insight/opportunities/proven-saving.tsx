import type { Opportunity, OpportunityOf } from '@nascente/contract/insight/opportunity-kinds';
import { readSaving, type Saving } from '@nascente/contract/insight/savings';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay, formatReais } from '@nascente/domain/base/units/format';
import { may } from '@nascente/domain/people/permissions';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../shared/api/api-client.ts';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { Hinted } from '../../shared/glossary/hinted.tsx';
import { useScreenExists } from '../../shared/screen-paths.tsx';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonRows } from '../../shared/ui/page/skeleton.tsx';
import styles from './opportunities.module.css';
import { ReactiveSaving } from './reactive-saving.tsx';
import { SavingChanges } from './saving-changes.tsx';
import { SavingChart } from './saving-chart.tsx';
import {
  amountText,
  changedText,
  qualityText,
  type SavingUnit,
  savingUnitOf,
  variableTexts,
} from './saving-words.ts';

const TERMS_OF_SAVING = ['linha-de-base', 'faixa-da-economia', 'cv-rmse'] as const;

const verdictOf = ({ low, high }: Saving): string => {
  if (low > 0) return 'Economia comprovada';
  return high < 0 ? 'O consumo aumentou' : 'Ainda não dá para saber';
};

interface ToldProps {
  readonly saving: Saving;
  readonly unit: SavingUnit;
  /** Whether only the consumption of the peak is counted. */
  readonly isOfPeak: boolean;
}

const Told = ({ saving, unit, isOfPeak }: ToldProps) => {
  const { avoided, low, high, cost, until, days } = saving;
  const changed = changedText(saving, unit);
  const money = cost === null ? '' : `, ${formatReais(Math.abs(cost.avoided))}`;
  const bandOfMoney = cost === null ? '' : `, ou de ${formatReais(cost.low)} a ${formatReais(cost.high)},`;
  return (
    <div>
      <Hinted of="a economia medida" terms={TERMS_OF_SAVING}>
        <b>{verdictOf(saving)}:</b>
      </Hinted>{' '}
      {amountText(Math.abs(avoided), unit)} a {avoided < 0 ? 'mais' : 'menos'}
      {isOfPeak && ' na ponta'} que o esperado{money}, em {days === 1 ? '1 dia' : `${days} dias`} até{' '}
      {formatDay(civilDate(until))} (economia de {amountText(low, unit)} a {amountText(high, unit)}
      {bandOfMoney} em nove de dez casos). {qualityText(saving)}
      {[...variableTexts(saving), changed].filter((text) => text !== null).map((text) => ` ${text}`)}
    </div>
  );
};

/** What only bills tell: it changes what a kWh costs, or what is charged beside it. */
const toldByBills: Partial<Record<Opportunity['kind'], string>> = {
  modality: 'A tarifa não muda os kWh: a economia aparece no total das contas.',
  demand: 'A demanda contratada não muda os kWh: a economia aparece nas linhas de demanda das contas.',
  'free-market':
    'O mercado livre não muda os kWh: a economia aparece na soma da conta da distribuidora com a nota do fornecedor.',
  'expiring-credits': 'O uso dos créditos aparece nas linhas de energia compensada das contas.',
};

const LITRES = 1000;
/** Water that never rests had been flowing all along, and is in the year before as it is. */
const leakAsked = (leak: OpportunityOf<'leak'>['leak'] | null) =>
  leak === null || leak.isContinuous
    ? {}
    : { leakSince: leak.since, leakPerDay: String(Math.round(leak.perDay * LITRES)) };

/** To where temperature and production of days are brought in, for who may. */
const VariablesLink = ({ id }: { readonly id: string }) => {
  const { profile } = useUser();
  const path = `/edit/establishment/${id}/variables`;
  const exists = useScreenExists(path);
  return exists && may(profile, 'edit-establishment') ? (
    <TextLink to={path}>Temperatura e produção</TextLink>
  ) : null;
};

/** Until it is known what was saved, or where that cannot be asked. */
const Unproven = ({
  failure,
  ...again
}: {
  readonly failure: Error | null;
  readonly onRetry: () => unknown;
  readonly retrying: boolean;
}) => {
  if (failure === null)
    return (
      <Loading>
        <SkeletonRows rows={1} />
      </Loading>
    );
  if (failure instanceof ApiFailure && failure.type === 'not-found')
    return <p className={styles.muted}>Medição da economia: o medidor não está mais entre os seus.</p>;
  return <ErrorState failure={failure} {...again} />;
};

/** What has been saved since something was done, against the year before. */
export const ProvenSaving = ({ opportunity }: { readonly opportunity: Opportunity }) => {
  const { kind, doneOn } = opportunity;
  const measured = 'measured' in opportunity ? opportunity.measured : null;
  const leak = opportunity.kind === 'leak' ? opportunity.leak : null;
  const unit = savingUnitOf(opportunity);
  const hours = measured?.hours ?? 'all';
  const { data, error, refetch, isFetching } = useQuery({
    ...queryFor(readSaving, {
      params: { mac: measured?.mac ?? '' },
      query: { since: doneOn ?? '', ...(hours === 'peak' && { hours }), ...leakAsked(leak) },
    }),
    enabled: measured !== null && doneOn !== null,
  });
  if (kind === 'reactive' && doneOn !== null)
    return <ReactiveSaving establishment={opportunity.establishment} since={civilDate(doneOn)} />;
  const byBills = toldByBills[kind];
  if (measured === null || doneOn === null)
    return byBills === undefined ? null : <p className={styles.muted}>{byBills}</p>;
  if (data === undefined) return <Unproven failure={error} onRetry={refetch} retrying={isFetching} />;
  const { saving, changes, missing } = data;
  return (
    <>
      {saving === null ? (
        <p className={styles.muted}>Medição da economia: {missing}</p>
      ) : (
        <>
          <Told saving={saving} unit={unit} isOfPeak={hours === 'peak'} />
          <SavingChart saving={saving} changes={changes} unit={unit} />
        </>
      )}
      <SavingChanges
        mac={measured.mac}
        changes={changes}
        unit={unit}
        zone={zoneOf(opportunity.establishment)}
      />
      <VariablesLink id={opportunity.establishment._id} />
    </>
  );
};
