import type { Opportunity } from '@nascente/contract/opportunities';
import { readSaving, type Saving } from '@nascente/contract/savings';
import { civilDate } from '@nascente/domain/time/civil-day';
import { formatCubicMetres, formatDay, formatReais } from '@nascente/domain/units/format';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../shared/api-client.ts';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../shared/ui/skeleton.tsx';
import styles from './opportunities.module.css';
import { SavingChanges } from './saving-changes.tsx';
import { SavingChart } from './saving-chart.tsx';
import { changedText } from './saving-words.ts';

const qualityWords: Readonly<Record<Saving['quality'], string>> = {
  good: 'O ano anterior foi bem descrito, dentro do que pede a ASHRAE Guideline 14.',
  fair: 'O ano anterior variou mais do que pede a ASHRAE Guideline 14: leia a faixa antes do número.',
  poor: 'O ano anterior variou demais para provar uma economia: só a faixa diz algo.',
};

const verdictOf = ({ low, high }: Saving): string => {
  if (low > 0) return 'Economia comprovada';
  return high < 0 ? 'O consumo aumentou' : 'Ainda não dá para saber';
};

const Told = ({ saving }: { readonly saving: Saving }) => {
  const { avoided, low, high, cost, until, days } = saving;
  const changed = changedText(saving);
  const money = cost === null ? '' : `, ${formatReais(cost.avoided)}`;
  return (
    <p>
      <b>{verdictOf(saving)}:</b> {formatCubicMetres(avoided)} a menos que o esperado{money}, em {days} dias
      até {formatDay(civilDate(until))} (de {formatCubicMetres(low)} a {formatCubicMetres(high)} em nove de
      dez casos). {qualityWords[saving.quality]}
      {changed !== null && ` ${changed}`}
    </p>
  );
};

/** What has been saved since a leak was mended, against the year before. */
export const ProvenSaving = ({ opportunity }: { readonly opportunity: Opportunity }) => {
  const { meter, doneOn } = opportunity;
  const { data, error, refetch, isFetching } = useQuery({
    ...queryFor(readSaving, { params: { mac: meter?.mac ?? '' }, query: { since: doneOn ?? '' } }),
    enabled: meter !== null && doneOn !== null,
  });
  if (meter === null || doneOn === null) return null;
  if (error !== null) return <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />;
  if (data === undefined)
    return (
      <Loading>
        <SkeletonRows rows={1} />
      </Loading>
    );
  const { saving, changes, missing } = data;
  return (
    <>
      {saving === null ? (
        <p className={styles.muted}>Medição da economia: {missing}</p>
      ) : (
        <>
          <Told saving={saving} />
          <SavingChart saving={saving} changes={changes} />
        </>
      )}
      <SavingChanges mac={meter.mac} changes={changes} />
    </>
  );
};
