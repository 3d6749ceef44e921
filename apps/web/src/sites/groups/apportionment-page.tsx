import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import { type Apportionment, readApportionment } from '@nascente/contract/money/apportionment';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { saveFile } from '../../shared/api/save-file.ts';
import { moneyOf, quantityOf, quantityText } from '../../shared/consumption/amount.ts';
import { AmountNumber } from '../../shared/consumption/amount-number.tsx';
import { completenessText } from '../../shared/consumption/completeness.ts';
import { deviceZone } from '../../shared/consumption/zone-of.ts';
import { usePeriod } from '../../shared/forms/fields/period.ts';
import { PeriodChoice } from '../../shared/forms/fields/period-choice.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonLine, SkeletonRows, SkeletonText } from '../../shared/ui/page/skeleton.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { type By, useApportionmentAddress } from './apportionment-address.ts';
import { apportionmentCsv } from './apportionment-csv.ts';
import { ApportionmentList } from './apportionment-list.tsx';
import { cannotBeSeen, GroupAnswered } from './group-answered.tsx';
import styles from './group-page.module.css';
import type { GroupType } from './group-words.ts';
import { TotalField } from './total-field.tsx';

const BY = [
  { value: 'meters', text: 'Por medidor' },
  { value: 'groups', text: 'Por grupo' },
] as const satisfies readonly { value: By; text: string }[];

const TYPES = [
  { value: 'eletric', text: 'Energia' },
  { value: 'water', text: 'Água' },
] as const satisfies readonly { value: GroupType; text: string }[];

const SOURCES: Readonly<Record<Apportionment['source'], string>> = {
  bill: 'da conta calculada',
  typed: 'do total digitado',
  none: 'sem total para dividir',
};

const save = (apportionment: Apportionment): void =>
  saveFile(
    `rateio-${apportionment.start}-${apportionment.end}.csv`,
    new Blob([apportionmentCsv(apportionment)], { type: 'text/csv;charset=utf-8' }),
  );

const Answer = ({ apportionment }: { readonly apportionment: Apportionment }) => {
  const { total, consumed, type, source, completeness, estimated, notes } = apportionment;
  return (
    <>
      <AmountNumber amount={total === null ? quantityOf(consumed, type) : moneyOf(total)} size="page" />
      <p className={styles.note}>
        {SOURCES[source]} · {quantityText(consumed, type)} · {completenessText(completeness, estimated)}
      </p>
      {notes.length > 0 && (
        <div className={styles.notes}>
          <Notice tone="info">
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </Notice>
        </div>
      )}
      <ApportionmentList apportionment={apportionment} />
    </>
  );
};

const RestingAnswer = () => (
  <>
    <SkeletonLine width={7} size="page" />
    <p className={styles.note}>
      <SkeletonText length={54} />
    </p>
    <SkeletonRows rows={4} />
  </>
);

/** /apportionment/:id: the bill of an establishment, shared among its meters or groups. */
export const ApportionmentPage = () => {
  const { id = '' } = useParams();
  const { asked, setType, setBy, setTotal } = useApportionmentAddress();
  const [period, setPeriod] = usePeriod();
  const { type, by, total } = asked;
  const query = useQuery({
    ...queryFor(readApportionment, {
      params: { id },
      query: { type, by, ...period, ...(total !== null && { total }) },
    }),
    placeholderData: keepPreviousData,
  });
  const apportionment = query.data?.apportionment;
  const isGone = query.error !== null && cannotBeSeen(query.error);
  return (
    <Page
      title="Rateio da conta"
      overline={apportionment?.establishmentName ?? (query.isPending && <SkeletonLine width={14} />)}
      action={
        !isGone && <Segmented label="O que é rateado" value={type} options={TYPES} onChange={setType} />
      }
    >
      <Card
        title="Parte de cada um"
        qualifier={
          apportionment
            ? formatDayRange(civilDate(apportionment.start), civilDate(apportionment.end))
            : query.isPending && <SkeletonLine width={14} size="small" isInline />
        }
        span={8}
        action={
          (apportionment !== undefined || query.isPending) && (
            <Button
              variant="default"
              className={styles.save}
              leftSection={<Icon name="download" size={18} />}
              disabled={apportionment === undefined}
              onClick={() => apportionment && save(apportionment)}
              data-tour="apportionment-save"
            >
              Baixar CSV
            </Button>
          )
        }
      >
        <GroupAnswered query={query} rest={<RestingAnswer />}>
          {(answer) => <Answer apportionment={answer.apportionment} />}
        </GroupAnswered>
      </Card>
      {!isGone && (
        <Card
          title="Como dividir"
          terms={['ratear', 'medidor-geral', 'sem-medidor']}
          span={4}
          className={classNames(styles.about, query.isPending && styles.awaits)}
          tour="apportionment-how"
        >
          <div className={styles.choices}>
            <Segmented label="Dividir" value={by} options={BY} onChange={setBy} />
            <TotalField
              key={type}
              total={total}
              computed={apportionment?.computedTotal ?? null}
              onChange={setTotal}
            />
            <PeriodChoice zone={deviceZone()} period={period} shown={apportionment} onChange={setPeriod} />
          </div>
        </Card>
      )}
    </Page>
  );
};
