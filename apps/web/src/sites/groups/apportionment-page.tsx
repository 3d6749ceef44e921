import { Button } from '@mantine/core';
import {
  type ApportionedPart,
  type Apportionment,
  readApportionment,
} from '@nascente/contract/money/apportionment';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { csvFile, csvNumber, csvQuoted, csvText, saveFile } from '../../shared/api/save-file.ts';
import { useAddress } from '../../shared/api/use-address.ts';
import { moneyOf, moneyText, quantityOf, quantityText } from '../../shared/consumption/amount.ts';
import { AmountNumber } from '../../shared/consumption/amount-number.tsx';
import { completenessText } from '../../shared/consumption/completeness.ts';
import { deviceZone } from '../../shared/consumption/zone-of.ts';
import { DecimalField } from '../../shared/forms/fields/decimal-field.tsx';
import { reaisOf, typedOf } from '../../shared/forms/fields/decimal-input.ts';
import { PeriodChoice, usePeriod } from '../../shared/forms/fields/period-choice.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Notice } from '../../shared/ui/notice.tsx';
import { Answer, isAbsent } from '../../shared/ui/page/answer.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonLine, SkeletonRows, SkeletonText } from '../../shared/ui/page/skeleton.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { UtilityToggle } from '../../shared/ui/unit-toggle.tsx';
import styles from './group-page.module.css';
import type { GroupType } from './group-texts.ts';
import { GROUPS_FALLBACK, ShareRow } from './share-row.tsx';

const moneyCell = (value: number | null): string => (value === null ? '' : csvNumber(value, 2));
/** Neutralizes spreadsheet formulas. */
const quoted = (text: string): string => csvQuoted(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

export const apportionmentCsv = ({ type, parts, rest, total }: Apportionment): string => {
  const totalConsumption = parts.reduce((sum, part) => sum + part.total, rest.unmeasured);
  const rows = [
    [
      'Nome',
      'MAC',
      `Consumo (${type === 'water' ? 'm³' : 'kWh'})`,
      'Parte (%)',
      'Energia (R$)',
      'Valor (R$)',
    ].map(quoted),
    ...parts.map((part) => [
      quoted(part.name),
      quoted(part.macAddress ?? ''),
      csvNumber(part.total, 3),
      csvNumber(part.share * 100, 2),
      moneyCell(part.energy),
      moneyCell(part.amount),
    ]),
    [
      quoted('Restante'),
      quoted(''),
      csvNumber(rest.unmeasured, 3),
      csvNumber(rest.share * 100, 2),
      moneyCell(rest.energy),
      moneyCell(rest.amount),
    ],
    [quoted('Total'), quoted(''), csvNumber(totalConsumption, 3), '', '', moneyCell(total)],
  ];
  return csvText(rows);
};

const amountText = (amount: number | null): string => (amount === null ? '–' : moneyText(amount));

const addressOf = ({ kind, id, macAddress }: ApportionedPart): string | undefined => {
  if (kind === 'meter') return `/meter/${macAddress ?? ''}`;
  return kind === 'group' && id !== null ? `/groups/${id}` : undefined;
};

const remainderText = ({ rest, type }: Apportionment): string => {
  const parts = [
    ...(rest.unmeasured > 0 ? [`${quantityText(rest.unmeasured, type)} sem medidor próprio`] : []),
    ...(rest.fixed ? [`${moneyText(rest.fixed)} de itens fixos que não são rateados`] : []),
    ...(rest.unshared ? [`${moneyText(rest.unshared)} sem consumo que os explique`] : []),
  ];
  return parts.length === 0 ? 'nada ficou sem medidor próprio' : parts.join(' · ');
};

/** Completeness, and the energy of a part whose amount includes other lines. */
const partText = ({ completeness, estimated, energy, amount }: ApportionedPart): string =>
  energy === null || amount === null || energy === amount
    ? completenessText(completeness, estimated)
    : `${moneyText(energy)} de energia e ${moneyText(amount - energy)} de itens rateados · ${completenessText(completeness, estimated)}`;

const ApportionmentList = ({ apportionment }: { readonly apportionment: Apportionment }) => {
  const { parts, rest, type } = apportionment;
  return (
    <ul className={rows.list} aria-label="Rateio" data-tour="apportionment-list">
      {parts.map((part) => (
        <ShareRow
          key={`${part.kind}-${part.id ?? ''}`}
          name={part.name}
          about={partText(part)}
          share={part.share}
          value={amountText(part.amount)}
          note={quantityText(part.total, type)}
          kind={part.kind === 'ungrouped' ? 'rest' : type}
          to={addressOf(part)}
        />
      ))}
      <ShareRow
        name="Restante"
        about={remainderText(apportionment)}
        share={rest.share}
        value={amountText(rest.amount)}
        note={quantityText(rest.unmeasured, type)}
        kind="rest"
      />
    </ul>
  );
};

interface TotalFieldProps {
  /** R$ with a decimal point; null: the computed bill. */
  readonly total: string | null;
  readonly computed: number | null;
  readonly onChange: (total: string | null) => void;
}

const CENTS = /^\d{1,9}(\.\d{1,2})?$/;

/** The total of the received bill; empty, the computed one is shared. It applies once it is an amount. */
const TotalField = ({ total, computed, onChange }: TotalFieldProps) => {
  const [typed, setTyped] = useState(total === null ? '' : typedOf(total));
  const decimal = reaisOf(typed);
  const isAmount = decimal !== null && CENTS.test(decimal);
  const change = (text: string): void => {
    setTyped(text);
    const total = reaisOf(text);
    if (text.trim() === '') onChange(null);
    else if (total !== null && CENTS.test(total)) onChange(total);
  };
  return (
    <DecimalField
      label="Total da fatura (R$)"
      description={
        computed === null
          ? 'O valor que veio na fatura.'
          : `Em branco: a fatura calculada, ${moneyText(computed)}.`
      }
      placeholder="0,00"
      value={typed}
      error={typed.trim() !== '' && !isAmount && 'Digite um valor em reais, como 1.234,56.'}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
};

const BY = [
  { value: 'meters', text: 'Por medidor' },
  { value: 'groups', text: 'Por grupo' },
] as const;

type By = (typeof BY)[number]['value'];

/** The apportionment in the address. */
const useApportionmentAddress = () => {
  const [address, change] = useAddress();
  const total = address.get('total');
  const type: GroupType = address.get('tipo') === 'agua' ? 'water' : 'eletric';
  const by: By = address.get('por') === 'grupos' ? 'groups' : 'meters';
  return {
    type,
    by,
    /** R$ of the received bill with a decimal point; null: the computed one. */
    total: total !== null && CENTS.test(total) ? total : null,
    /** A received total belongs to one utility. */
    setType: (type: GroupType) => change({ tipo: type === 'water' ? 'agua' : null, total: null }),
    setBy: (by: By) => change({ por: by === 'groups' ? 'grupos' : null }),
    setTotal: (total: string | null) => change({ total }),
  };
};

const SOURCES: Readonly<Record<Apportionment['source'], string>> = {
  bill: 'da fatura calculada',
  typed: 'do total digitado',
  none: 'sem total para dividir',
};

const save = (apportionment: Apportionment): void =>
  saveFile(
    `rateio-${apportionment.start}-${apportionment.end}.csv`,
    csvFile(apportionmentCsv(apportionment)),
  );

const Parts = ({ apportionment }: { readonly apportionment: Apportionment }) => {
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

/** /apportionment/:id: an establishment's bill shared among its meters or groups. */
export const ApportionmentPage = () => {
  const { id = '' } = useParams();
  const { type, by, total, setType, setBy, setTotal } = useApportionmentAddress();
  const [period, setPeriod] = usePeriod();
  const query = useQuery({
    ...queryFor(readApportionment, {
      params: { id },
      query: { type, by, ...period, ...(total !== null && { total }) },
    }),
    placeholderData: keepPreviousData,
  });
  const apportionment = query.data?.apportionment;
  const isGone = isAbsent(query.error);
  return (
    <Page
      title="Rateio"
      overline={apportionment?.establishmentName ?? (query.isPending && <SkeletonLine width={14} />)}
      action={!isGone && <UtilityToggle label="O que é rateado" value={type} onChange={setType} />}
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
        <Answer query={query} rest={<RestingAnswer />} absent={GROUPS_FALLBACK}>
          {(answer) => <Parts apportionment={answer.apportionment} />}
        </Answer>
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
