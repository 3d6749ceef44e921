import { listEstablishments } from '@nascente/contract/sites/establishments';
import { type ContinuityAnswer, readContinuity } from '@nascente/contract/telemetry/continuity';
import { addMonths, type CivilMonth, isCivilMonth, monthOf } from '@nascente/domain/base/time/civil-month';
import { formatMonthLong, formatReais } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { useAddress } from '../../shared/api/use-address.ts';
import { useToday } from '../../shared/consumption/use-now.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { listText } from '../../shared/counted-text.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { CopiedLetter } from '../../shared/ui/copied-letter.tsx';
import { BigNumber } from '../../shared/ui/marks/big-number.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Stat, StatList } from '../../shared/ui/marks/stat-list.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { StepButtons } from '../../shared/ui/step-buttons.tsx';
import { UnknownTarget } from '../../shared/unknown-target.tsx';
import { LimitsCard } from './limits-card.tsx';
import { OutageList } from './outage-list.tsx';
import { countText, hoursText, isComplete, verdictOf } from './outage-texts.ts';
import styles from './outages.module.css';

type Sum = ContinuityAnswer['dic'];

interface SumStatProps {
  readonly label: string;
  readonly sum: Sum;
  readonly textOf: (value: number) => string;
}

/** The confirmed sum, the possible sum and the limit. */
const SumStat = ({ label, sum: { confirmed, possible, limit }, textOf }: SumStatProps) => {
  const isOver = limit !== null && possible > limit;
  const parts = [
    ...(limit === null ? [] : [`${isOver ? 'acima de' : 'limite'} ${textOf(limit)}`]),
    ...(confirmed === possible ? [] : [`confirmado ${textOf(confirmed)}`]),
  ];
  return (
    <Stat label={label} tone={isOver ? 'bad' : undefined} qualifier={parts.join(' · ')}>
      <BigNumber value={textOf(possible)} />
    </Stat>
  );
};

const Sums = ({ continuity }: { readonly continuity: ContinuityAnswer }) => {
  const { dic, fic, dmic, dicri, dise, quarter, year } = continuity;
  const longer = [
    { name: 'trimestre', sums: quarter },
    { name: 'ano', sums: year },
  ];
  return (
    <StatList>
      <SumStat label="Horas no mês (DIC)" sum={dic} textOf={hoursText} />
      <SumStat label="Vezes no mês (FIC)" sum={fic} textOf={countText} />
      <SumStat label="A mais longa (DMIC)" sum={dmic} textOf={hoursText} />
      {dicri.possible > 0 && <SumStat label="Em dia crítico (DICRI)" sum={dicri} textOf={hoursText} />}
      {dise.possible > 0 && <SumStat label="Em emergência (DISE)" sum={dise} textOf={hoursText} />}
      {longer.map(
        ({ name, sums }) =>
          sums !== null && [
            <SumStat key={`${name} dic`} label={`Horas no ${name}`} sum={sums.dic} textOf={hoursText} />,
            <SumStat key={`${name} fic`} label={`Vezes no ${name}`} sum={sums.fic} textOf={countText} />,
          ],
      )}
    </StatList>
  );
};

const CreditCard = ({ continuity }: { readonly continuity: ContinuityAnswer }) => {
  const { credit, claim, factor, limits } = continuity;
  const coefficient = limits?.factor ?? factor.value;
  const isOwn = limits?.factor != null;
  return (
    <Card title="Compensação" qualifier="uma indicação" terms={['dic-fic', 'tusd-te']} tour="outages-credit">
      <div className={styles.credit}>
        {credit === null ? (
          <p>
            <b>Sem estimativa.</b> Ela sai das horas acima dos limites e da TUSD de um mês, que você informa
            em Limites do conjunto.
          </p>
        ) : (
          <p>
            Acima dos limites: <b>{formatReais(credit.possible)}</b>
            {credit.confirmed !== credit.possible &&
              `, se as interrupções a confirmar forem comuns; ${formatReais(credit.confirmed)} só com as confirmadas`}
            .
          </p>
        )}
        {credit !== null && (
          <p className={styles.note}>
            Horas acima do limite × TUSD do mês ÷ 730 × {countText(coefficient)}.{' '}
            {isOwn ? 'O coeficiente é o informado.' : `Coeficiente: ${factor.source}`}
            {!isOwn && !factor.isConfirmed && ', a confirmar'}. Trimestre e ano não entram no valor.
          </p>
        )}
        <p className={styles.note}>
          O medidor não é certificado, e só a distribuidora sabe quais foram os dias críticos e as
          emergências. A compensação é calculada pelos registros dela.
        </p>
        {claim !== null && (
          <details>
            <summary>Texto para a distribuidora</summary>
            <CopiedLetter label="Texto para a distribuidora" text={claim} />
          </details>
        )}
      </div>
    </Card>
  );
};

const Month = ({ continuity }: { readonly continuity: ContinuityAnswer }) => {
  const { tone, title, text } = verdictOf(continuity);
  const { hasAllMeters, unread } = continuity;
  return (
    <div className={styles.month}>
      <Notice tone={tone} title={title}>
        {text}
      </Notice>
      <Sums continuity={continuity} />
      {!hasAllMeters && (
        <p className={styles.note}>
          Você vê só parte dos medidores deste estabelecimento: o que faltou neles pode não ter faltado nos
          outros.
        </p>
      )}
      {unread.length > 0 && (
        <p className={styles.note}>Não avaliamos tudo de {listText(unread)}: há leituras demais neste mês.</p>
      )}
    </div>
  );
};

const monthIn = (address: URLSearchParams, present: CivilMonth): CivilMonth => {
  const typed = address.get('mes');
  return typed !== null && isCivilMonth(typed) && typed <= present ? typed : present;
};

/** /outages/:id: interruptions of an establishment in a month, by PRODIST Module 8. */
export const OutagesPage = () => {
  const { id = '' } = useParams();
  const establishments = useQuery(queryFor(listEstablishments, {}));
  const establishment = establishments.data?.establishments.find(({ _id }) => _id === id);
  const zone = zoneOf(establishment);
  const [address, change] = useAddress();
  const present = monthOf(useToday(zone));
  const month = monthIn(address, present);
  const query = useQuery(queryFor(readContinuity, { params: { id }, query: { month } }));
  if (establishments.data !== undefined && establishment === undefined) return <UnknownTarget />;
  const continuity = query.data?.continuity;
  const next = addMonths(month, 1);
  const show = (mes: CivilMonth) => change({ mes: mes === present ? null : mes });
  return (
    <Page title="Interrupções" overline={establishment === undefined ? undefined : nameOf(establishment)}>
      <Card
        tour="outages-month"
        title="O mês"
        qualifier={formatMonthLong(month)}
        terms={['dic-fic', 'dicri-dise']}
        action={
          <StepButtons
            previous="Mês anterior"
            next="Próximo mês"
            onPrevious={() => show(addMonths(month, -1))}
            onNext={next <= present ? () => show(next) : null}
          />
        }
      >
        <Answer query={query} rows={3}>
          {(found) => <Month continuity={found.continuity} />}
        </Answer>
      </Card>
      {continuity !== undefined && (
        <>
          <OutageList id={id} outages={continuity.outages} isComplete={isComplete(continuity)} zone={zone} />
          <CreditCard continuity={continuity} />
          <LimitsCard id={id} limits={continuity.limits} />
        </>
      )}
    </Page>
  );
};
