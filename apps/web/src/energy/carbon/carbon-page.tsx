import { Button } from '@mantine/core';
import { type Carbon, type CarbonMonth, readCarbon } from '@nascente/contract/energy/carbon';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import { formatNumber } from '@nascente/domain/base/units/format';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { csvFile, saveFile } from '../../shared/api/save-file.ts';
import { useAddress } from '../../shared/api/use-address.ts';
import { completenessText } from '../../shared/consumption/completeness.ts';
import { FactorChoice, useFactors } from '../../shared/consumption/factor-choice.tsx';
import { countedText } from '../../shared/counted-text.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { Hinted } from '../../shared/glossary/hinted.tsx';
import { useLastEstablishment } from '../../shared/session-state/last-establishment.ts';
import { BigNumber } from '../../shared/ui/marks/big-number.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Stat, StatList } from '../../shared/ui/marks/stat-list.tsx';
import { TableHead } from '../../shared/ui/marks/table-head.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
import { StepButtons } from '../../shared/ui/step-buttons.tsx';
import { UnknownTarget } from '../../shared/unknown-target.tsx';
import styles from './carbon.module.css';
import { carbonCsv, factorText, kwhText, monthText, unitOf } from './carbon-texts.ts';
import { LotsCard } from './lots-card.tsx';

const Methods = ({ carbon }: { readonly carbon: Carbon }) => {
  const { unit, text } = unitOf(carbon);
  return (
    <StatList>
      <Stat
        label={
          <Hinted of="método por localização" terms={['escopo-2', 'por-localizacao']}>
            Por localização
          </Hinted>
        }
        qualifier={`${kwhText(carbon.consumed)} consumidos`}
      >
        <BigNumber value={text(carbon.locationKg)} unit={unit} />
      </Stat>
      <Stat
        label={
          <Hinted of="método por mercado" terms={['por-mercado', 'i-rec']}>
            Por mercado
          </Hinted>
        }
        qualifier={`${kwhText(carbon.retired)} com certificado`}
      >
        <BigNumber value={text(carbon.marketKg)} unit={unit} />
      </Stat>
    </StatList>
  );
};

interface MonthRowProps {
  readonly month: CarbonMonth;
  /** One factor for all months stands above the table. */
  readonly hasOneFactor: boolean;
  readonly text: (kg: number) => string;
}

const isMeasured = ({ completeness, estimated = 0 }: CarbonMonth): boolean => completeness + estimated > 0;

const MonthRow = ({ month, hasOneFactor, text }: MonthRowProps) => {
  return (
    <tr>
      <th scope="row">
        {monthText(month.date)} {month.isProvisional && !hasOneFactor && <Tag tone="warn">provisório</Tag>}
        {!hasOneFactor && <small>{factorText(month)}</small>}
        {month.completeness < 1 && <small>{completenessText(month.completeness, month.estimated)}</small>}
      </th>
      <td>{formatNumber(month.consumed, 1)}</td>
      <td>{formatNumber(month.retired, 1)}</td>
      <td>{text(month.locationKg)}</td>
      <td>{text(month.marketKg)}</td>
    </tr>
  );
};

const Months = ({ carbon, hasOneFactor }: { readonly carbon: Carbon; readonly hasOneFactor: boolean }) => {
  const { unit, text } = unitOf(carbon);
  const columns = [
    hasOneFactor ? 'Mês' : 'Mês e fator',
    'Consumo, kWh',
    'Com certificado, kWh',
    `Localização, ${unit}`,
    `Mercado, ${unit}`,
  ];
  return (
    <div className={styles.fit}>
      <table className={styles.table}>
        <caption>Emissões de {carbon.year} por mês</caption>
        <TableHead columns={columns} />
        <tbody>
          {carbon.months
            .toReversed()
            .filter(isMeasured)
            .map((month) => (
              <MonthRow key={month.date} month={month} hasOneFactor={hasOneFactor} text={text} />
            ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{carbon.year}</th>
            <td>{formatNumber(carbon.consumed, 1)}</td>
            <td>{formatNumber(carbon.retired, 1)}</td>
            <td>{text(carbon.locationKg)}</td>
            <td>{text(carbon.marketKg)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
};

const RESIDUAL_MIX =
  'O Brasil não publica o fator da energia que sobra sem certificado (residual mix). Por isso, no método por mercado, o consumo sem certificado usa o mesmo fator médio da rede.';

const Year = ({ carbon }: { readonly carbon: Carbon }) => {
  const provisional = carbon.months.filter(({ isProvisional }) => isProvisional).length;
  const last = carbon.months.at(-1);
  const unmeasured = carbon.months.filter((month) => !isMeasured(month));
  const hasOneFactor = new Set(carbon.months.map(factorText)).size === 1;
  if (unmeasured.length === carbon.months.length)
    return <EmptyState icon="leaf">Nenhum consumo foi medido em {carbon.year}.</EmptyState>;
  return (
    <div className={styles.year}>
      <Methods carbon={carbon} />
      {provisional > 0 && (
        <p className={styles.note}>
          <Hinted of="fator provisório" terms={['fator-de-emissao']}>
            {countedText(provisional, 'mês usa', 'meses usam')} a média do último ano publicado, porque o
            fator do mês ainda não saiu:{' '}
            {provisional === 1 ? 'o valor é provisório' : 'os valores são provisórios'}.
          </Hinted>
        </p>
      )}
      {hasOneFactor && last !== undefined && (
        <p className={styles.note}>Fator de todos os meses: {factorText(last)}</p>
      )}
      <Months carbon={carbon} hasOneFactor={hasOneFactor} />
      {unmeasured.length > 0 && (
        <p className={styles.note}>
          Meses sem consumo medido: {unmeasured.map(({ date }) => monthText(date)).join(', ')}.
        </p>
      )}
      <p className={styles.note}>{RESIDUAL_MIX}</p>
    </div>
  );
};

/** The year in the address: `?ano=2025`. */
const useYear = () => {
  const [address, change] = useAddress();
  const thisYear = new Date().getFullYear();
  const text = address.get('ano') ?? '';
  const year = /^20\d\d$/.test(text) && Number(text) <= thisYear ? Number(text) : thisYear;
  const step = (next: number) => () =>
    change({ ano: next === thisYear ? null : String(next) }, { isStep: true });
  return {
    year,
    onPrevious: year > 2000 ? step(year - 1) : null,
    onNext: year < thisYear ? step(year + 1) : null,
  };
};

const CarbonOf = ({ id }: { readonly id: string }) => {
  const [factors, setFactors] = useFactors();
  const { year, ...steps } = useYear();
  const establishments = useQuery(queryFor(listEstablishments, {}));
  const establishment = establishments.data?.establishments.find(({ _id }) => _id === id);
  const query = useQuery({
    ...queryFor(readCarbon, { params: { id }, query: { year: String(year), factors } }),
    placeholderData: keepPreviousData,
  });
  useLastEstablishment(establishment?._id ?? null);
  if (establishments.data && !establishments.isFetching && establishment === undefined)
    return <UnknownTarget />;
  const shown = query.data?.carbon;
  return (
    <Page
      title="Carbono"
      overline={establishment === undefined ? <SkeletonLine width={14} /> : nameOf(establishment)}
      action={<FactorChoice value={factors} onChange={setFactors} />}
    >
      <Card
        tour="carbon-year"
        title={`Emissões de ${shown?.year ?? year}`}
        terms={['carbono', 'escopo-2']}
        qualifier="escopo 2, energia da rede"
        action={<StepButtons previous="Ano anterior" next="Próximo ano" {...steps} />}
      >
        <Answer
          query={query}
          rows={8}
          absent={{ icon: 'leaf', action: <TextLink to="/home">Voltar ao início</TextLink> }}
        >
          {({ carbon }) => <Year carbon={carbon} />}
        </Answer>
        {shown && (
          <div className={styles.actions}>
            <Button
              variant="default"
              onClick={() => saveFile(`carbono-${shown.year}.csv`, csvFile(carbonCsv(shown)))}
            >
              Baixar CSV
            </Button>
          </div>
        )}
      </Card>
      {shown && <LotsCard id={id} carbon={shown} />}
    </Page>
  );
};

/** Scope 2 emissions of an establishment by month of a year, by location and by market. */
export const CarbonPage = () => {
  const { id = '' } = useParams();
  // The key keeps figures of one establishment from standing under the name of the next.
  return <CarbonOf key={id} id={id} />;
};
