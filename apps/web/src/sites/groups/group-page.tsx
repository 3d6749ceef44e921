import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import { type Group, type GroupMeter, readGroup } from '@nascente/contract/sites/groups';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { may } from '@nascente/domain/people/permissions';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { amountOf, moneyText, quantityText, unitOfKind } from '../../shared/consumption/amount.ts';
import { AmountNumber } from '../../shared/consumption/amount-number.tsx';
import { completenessText } from '../../shared/consumption/completeness.ts';
import { deviceZone } from '../../shared/consumption/zone-of.ts';
import { usePeriod } from '../../shared/forms/fields/period.ts';
import { PeriodChoice } from '../../shared/forms/fields/period-choice.tsx';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { Stat, StatList } from '../../shared/ui/marks/stat-list.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonLine, SkeletonRows } from '../../shared/ui/page/skeleton.tsx';
import { UnitToggle } from '../../shared/ui/unit-toggle.tsx';
import { useUnit } from '../../shared/use-unit.ts';
import { ApportionLinks } from './apportion-links.tsx';
import { cannotBeSeen, GroupAnswered } from './group-answered.tsx';
import { GroupMeters } from './group-meters.tsx';
import styles from './group-page.module.css';
import { dueInWords, dueState, metersInWords, typeWords } from './group-words.ts';
import { RemoveGroup } from './remove-group.tsx';

const BILLED =
  'Energia destes medidores, pelos preços da fatura de cada estabelecimento: as linhas fixas estão só na fatura.';

interface LoadedProps {
  readonly group: Group;
  readonly meters: readonly GroupMeter[];
}

const TotalCard = ({ group, meters }: LoadedProps) => {
  const { profile } = useUser();
  const [unit] = useUnit();
  const [period, setPeriod] = usePeriod();
  return (
    <Card
      title="Consumo do grupo"
      qualifier={formatDayRange(civilDate(group.start), civilDate(group.end))}
      span={8}
    >
      <div data-tour="group-total">
        <AmountNumber amount={amountOf(unit, group.type, group)} size="page" />
        <p className={styles.note}>{completenessText(group.completeness, group.estimated)}</p>
        {unit === 'money' && group.basis === 'contract' && <p className={styles.note}>{BILLED}</p>}
      </div>
      <PeriodChoice zone={deviceZone()} period={period} shown={group} onChange={setPeriod} />
      <GroupMeters group={group} meters={meters} unit={unit} mayEdit={may(profile, 'edit-groups')} />
    </Card>
  );
};

/** Beside the amount in the large figure stands the other one: none stands twice. */
const AboutCard = ({ group, meters }: LoadedProps) => {
  const { profile } = useUser();
  const [unit] = useUnit();
  return (
    <Card title="Sobre o grupo" span={4} className={styles.about}>
      <StatList>
        <Stat label="Vencimento">{dueInWords(group)}</Stat>
        <Stat label="Medidores">{group.boards.length}</Stat>
        {unit === 'money' ? (
          <Stat label="Consumo">{quantityText(group.total, group.type)}</Stat>
        ) : (
          <Stat label="Custo">{group.cost === null ? 'sem tarifa' : moneyText(group.cost)}</Stat>
        )}
      </StatList>
      {profile === 'client' && <p className={styles.note}>Somam os medidores que você acompanha.</p>}
      <ApportionLinks group={group} meters={meters} />
      {may(profile, 'edit-groups') && (
        <div className={styles.actions} data-tour="group-edit">
          <Button
            component={Link}
            to={`/groups/${group._id}/edit`}
            leftSection={<Icon name="edit" size={18} />}
          >
            Editar
          </Button>
          <RemoveGroup group={group} />
        </div>
      )}
    </Card>
  );
};

const overlineOf = ({ type, boards }: Group): string =>
  `Grupo de ${typeWords[type].toLowerCase()} · ${metersInWords(boards.length)}`;

/** /groups/:id: what a group comes to, meter by meter. */
export const GroupPage = () => {
  const { id = '' } = useParams();
  const [unit, setUnit] = useUnit();
  const [period, setPeriod] = usePeriod();
  const query = useQuery({
    ...queryFor(readGroup, { params: { id }, query: period }),
    placeholderData: keepPreviousData,
  });
  const group = query.data?.group;
  const due = group && dueState(group);
  return (
    <Page
      title={group?.name ?? 'Grupo'}
      overline={group ? overlineOf(group) : query.isPending && <SkeletonLine width={14} />}
      tags={due && <Tag tone={due.tone}>{due.words}</Tag>}
      action={
        <UnitToggle value={unit} onChange={setUnit} energyUnit={unitOfKind(group?.type ?? 'eletric')} />
      }
    >
      {query.data === undefined || (query.error !== null && cannotBeSeen(query.error)) ? (
        <Card>
          {/* Other days may be answered where these are not. */}
          {query.error !== null && !cannotBeSeen(query.error) && period.start !== undefined && (
            <PeriodChoice zone={deviceZone()} period={period} onChange={setPeriod} />
          )}
          <GroupAnswered query={query} rest={<SkeletonRows rows={5} />}>
            {() => null}
          </GroupAnswered>
        </Card>
      ) : (
        <>
          <TotalCard {...query.data} />
          <AboutCard {...query.data} />
        </>
      )}
    </Page>
  );
};
