import { Button } from '@mantine/core';
import type { TariffRulesJson } from '@nascente/contract/sites/tariff-rules';
import { readVersionUse, removeTariffVersion } from '@nascente/contract/sites/tariff-versions';
import { readTariff, type TariffDetail } from '@nascente/contract/sites/tariffs';
import { type CivilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, HOUR_MS, instant } from '@nascente/domain/base/time/zone';
import { formatDay, formatNumber } from '@nascente/domain/base/units/format';
import { hasIntermediatePrice, isOfOnePrice } from '@nascente/domain/sites/tariffs/tariff-rules';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { queryFor, request, useOutdate } from '../../shared/api/api-client.ts';
import { useNow } from '../../shared/consumption/use-now.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { useSending } from '../../shared/forms/use-sending.ts';
import {
  categoryNames,
  modalityNames,
  tariffKind,
  touPeriodNames,
} from '../../shared/tariffs/tariff-texts.ts';
import { DialogButton } from '../../shared/ui/confirm-dialog.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { SkeletonBlock } from '../../shared/ui/page/skeleton.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { clockText } from './form/clock-text.ts';
import styles from './tariff-page.module.css';
import { ABSENT, TariffsFrame } from './tariffs-frame.tsx';
import { UseOfVersion } from './use-of-version.tsx';

interface Fact {
  readonly label: string;
  readonly value: string;
}

type WaterTableJson = Extract<TariffRulesJson, { modality: 'water' }>['water'];
type Windows = Extract<TariffRulesJson, { windows: unknown }>['windows'];
type TouPeriod = keyof typeof touPeriodNames;

const touPeriods = Object.keys(touPeriodNames) as TouPeriod[];
const decimals = (text: string): number => Math.max(2, text.split('.')[1]?.length ?? 0);
const number = (text: string): string => formatNumber(Number(text), decimals(text));
const reais = (text: string, unit: string): string => `R$ ${number(text)}${unit}`;

/** With the decimals of their sum, and no break between the two. */
const perKwh = (text: string): string => formatNumber(Number(text), Math.max(5, decimals(text)));

const energyFacts = (
  energy: Partial<Record<TouPeriod, { tusd: string; te: string }>>,
  isSingle: boolean,
): Fact[] =>
  touPeriods.flatMap((touPeriod) => {
    const price = energy[touPeriod];
    if (price === undefined) return [];
    const label = isSingle ? 'Energia' : `Energia, ${touPeriodNames[touPeriod].toLowerCase()}`;
    const sum = formatNumber(Number(price.tusd) + Number(price.te), 5);
    const parts = `(TUSD ${perKwh(price.tusd)} + TE ${perKwh(price.te)})`.replaceAll(' ', '\u00a0');
    return [{ label, value: `R$ ${sum}/kWh ${parts}` }];
  });

const demandFacts = (demand: Partial<Record<TouPeriod, string>>): Fact[] =>
  touPeriods.flatMap((touPeriod) => {
    const price = demand[touPeriod];
    if (price === undefined) return [];
    const label = 'inPoint' in demand ? `Demanda, ${touPeriodNames[touPeriod].toLowerCase()}` : 'Demanda';
    return [{ label, value: reais(price, '/kW') }];
  });

const windowFacts = (
  { peak, intermediate, hasPeakOnHolidays }: Windows,
  hasIntermediate: boolean,
): Fact[] => [
  { label: 'Horário de ponta', value: `${clockText(peak.start)} às ${clockText(peak.end)}` },
  ...(hasIntermediate
    ? [
        {
          label: 'Horário intermediário',
          value:
            intermediate.map(({ start, end }) => `${clockText(start)} às ${clockText(end)}`).join(' e ') ||
            'nenhum',
        },
      ]
    : []),
  { label: 'Feriados nacionais', value: hasPeakOnHolidays ? 'com ponta' : 'fora ponta' },
];

const tableFacts = (name: string, { fixedFee, minimum, tiers }: WaterTableJson): Fact[] => [
  { label: `${name}: taxa fixa`, value: reais(fixedFee, '') },
  ...(minimum > 0 ? [{ label: `${name}: mínimo`, value: `${formatNumber(minimum, 0)} m³` }] : []),
  ...tiers.map(({ upTo, price, flat }, index) => {
    const from = tiers[index - 1]?.upTo ?? 0;
    const range = upTo === null ? `acima de ${from} m³` : `de ${from} a ${upTo} m³`;
    return { label: `${name}: ${range}`, value: reais(price, flat ? ' (valor da faixa)' : '/m³') };
  }),
];

const sewageFacts = (rules: Extract<TariffRulesJson, { modality: 'water' }>): Fact[] => {
  const { sewage } = rules;
  if (sewage.mode === 'none') return [{ label: 'Esgoto', value: 'não cobrado' }];
  if (sewage.mode === 'table') return tableFacts('Esgoto', sewage.table);
  return [{ label: 'Esgoto', value: `${formatNumber(Number(sewage.share) * 100, 0)}% da água` }];
};

const factsOf = (rules: TariffRulesJson): readonly Fact[] => {
  if (rules.modality === 'simple')
    return touPeriods.map((touPeriod) => ({
      label: touPeriodNames[touPeriod],
      value: reais(rules[touPeriod], ''),
    }));
  if (rules.modality === 'water')
    return [
      { label: 'Categoria', value: categoryNames[rules.category] },
      ...tableFacts('Água', rules.water),
      ...sewageFacts(rules),
    ];
  return [
    ...energyFacts(rules.energy, isOfOnePrice(rules.modality)),
    ...('demand' in rules ? demandFacts(rules.demand) : []),
    ...('windows' in rules ? windowFacts(rules.windows, hasIntermediatePrice(rules.modality)) : []),
  ];
};

interface RemovalDialogProps {
  tariffId: string;
  validFrom: CivilDate;
  onClose: () => void;
}

const RemovalDialog = ({ tariffId: id, validFrom, onClose }: RemovalDialogProps) => {
  const outdate = useOutdate();
  const found = useQuery({ ...queryFor(readVersionUse, { params: { id, validFrom } }), staleTime: 0 });
  const { start, isSending, failure } = useSending(async () => {
    await request(removeTariffVersion, { params: { id, validFrom } });
    onClose();
    announce('Versão excluída.', { tone: 'good' });
    await outdate();
  });
  const use = found.data?.use;
  const isFree = use?.staysBecause === null;
  return (
    <Dialog
      title={use && !isFree ? 'Estes preços ficam' : `Excluir os preços a partir de ${formatDay(validFrom)}?`}
      onDismiss={onClose}
      isHeld={isSending}
      actions={
        <>
          <Button variant="default" disabled={isSending} data-autofocus onClick={onClose}>
            {use && !isFree ? 'Fechar' : 'Cancelar'}
          </Button>
          {isFree && (
            <Button color="bad" loading={isSending} onClick={() => void start()}>
              Excluir
            </Button>
          )}
        </>
      }
    >
      <Answer query={found} rest={<SkeletonBlock height={96} />} />
      {isFree ? <UseOfVersion use={use} change="removal" /> : <p>{use?.staysBecause}</p>}
      <FailureNotice failure={failure} />
    </Dialog>
  );
};

type Version = TariffDetail['versions'][number];

type State = 'future' | 'current' | 'past';
const stateTags = {
  future: ['warn', 'Futura'],
  current: ['good', 'Em vigor'],
  past: ['neutral', 'Anterior'],
} as const;

interface VersionItemProps {
  tariffId: string;
  version: Version;
  state: State;
  until: string | null;
  isAlone: boolean;
}

const VersionItem = ({ tariffId, version, state, until, isAlone }: VersionItemProps) => {
  const [tone, word] = stateTags[state];
  return (
    <li className={styles.version} data-state={state}>
      <div className={styles.head}>
        <h3>
          {formatDay(version.validFrom as CivilDate)}
          {until && <small> até {formatDay(until as CivilDate)}</small>}
        </h3>
        <Tag tone={tone} dot={state === 'current'}>
          {word}
        </Tag>
      </div>
      <div className={styles.actions}>
        <TextLink to={`/tariffs/${tariffId}/version/${version.validFrom}`}>Corrigir preços</TextLink>
        {isAlone || (
          <DialogButton
            variant="subtle"
            color="bad"
            size="compact-sm"
            dialog={(close) => (
              <RemovalDialog tariffId={tariffId} validFrom={version.validFrom as CivilDate} onClose={close} />
            )}
          >
            Excluir versão
          </DialogButton>
        )}
      </div>
      {version.source && <p className={styles.source}>{version.source}</p>}
      <dl className={styles.facts}>
        {factsOf(version.rules).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
};

const Timeline = ({ tariff: { _id, versions } }: { tariff: TariffDetail }) => {
  const today = civilDateAt(instant(useNow(HOUR_MS)), DEFAULT_ZONE);
  const current = versions.findLast(({ validFrom }) => validFrom <= today);
  return (
    <ol className={styles.timeline} aria-label="Versões dos preços">
      {versions.toReversed().map((version) => (
        <VersionItem
          key={version.validFrom}
          tariffId={_id}
          isAlone={versions.length === 1}
          version={version}
          state={version === current ? 'current' : version.validFrom > today ? 'future' : 'past'}
          until={version.validUntil}
        />
      ))}
    </ol>
  );
};

const About = ({ tariff }: { tariff: TariffDetail }) => (
  <Card title="Sobre a tarifa" span={4} tour="tariff-about">
    <dl className={styles.facts}>
      {[
        ['Distribuidora', tariff.distributor],
        ...(tariff.cnpj ? [['CNPJ', tariff.cnpj]] : []),
        ['Subgrupo ou categoria', tariff.group],
        ['Modalidade', modalityNames[tariff.modality]],
        ...(tariff.color === modalityNames[tariff.modality] ? [] : [['Nome', tariff.color]]),
        ...(tariff.comment ? [['Classe', tariff.comment]] : []),
        ['Medidores com esta tarifa', String(tariff.meters)],
      ].map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    <p className={styles.note}>
      Um reajuste é uma nova versão, que vale a partir do dia escolhido. Corrija uma versão só onde um preço
      foi digitado errado: as faturas em aberto mudam, as fechadas ficam como estão.
      {tariff.type === 'eletric' &&
        tariff.modality !== 'simple' &&
        ' Os valores são sem tributos e sem bandeira.'}
    </p>
  </Card>
);

const Loaded = ({ tariff }: { tariff: TariffDetail }) => (
  <>
    <Card title={tariff.distributor} qualifier={tariffKind(tariff)} span={8} tour="tariff-versions">
      <Timeline tariff={tariff} />
    </Card>
    <About tariff={tariff} />
  </>
);

export const TariffPage = () => {
  const { id = '' } = useParams();
  const tariff = useQuery(queryFor(readTariff, { params: { id } }));
  return (
    <TariffsFrame
      title={tariff.data?.tax.distributor ?? 'Tarifa'}
      action={
        tariff.data && (
          <Button component={Link} to={`/tariffs/${id}/version`} leftSection={<Icon name="plus" size={18} />}>
            Nova versão
          </Button>
        )
      }
    >
      {(tariff.isError || tariff.isPending) && (
        <Card>
          <Answer query={tariff} rows={4} absent={ABSENT} />
        </Card>
      )}
      {tariff.data && <Loaded tariff={tariff.data.tax} />}
    </TariffsFrame>
  );
};
