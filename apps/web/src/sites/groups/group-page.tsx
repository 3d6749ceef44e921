import { Button } from '@mantine/core';
import type { AnswerOf } from '@nascente/contract/base/call';
import { type Group, type GroupMeter, readGroup, removeGroup } from '@nascente/contract/sites/groups';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange, formatShortDay } from '@nascente/domain/base/units/format';
import { may } from '@nascente/domain/people/permissions';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { utilityNames } from '../../shared/boards/board-texts.ts';
import { metersQuery } from '../../shared/boards/meters-query.ts';
import { seesBill } from '../../shared/boards/sees-bill.ts';
import {
  amountOf,
  amountText,
  moneyText,
  quantityText,
  unitOfKind,
} from '../../shared/consumption/amount.ts';
import { AmountNumber } from '../../shared/consumption/amount-number.tsx';
import { completenessText } from '../../shared/consumption/completeness.ts';
import { deviceZone } from '../../shared/consumption/zone-of.ts';
import { metersText } from '../../shared/counted-text.ts';
import { PeriodChoice, usePeriod } from '../../shared/forms/fields/period-choice.tsx';
import { Hinted } from '../../shared/glossary/hinted.tsx';
import { useScreenExists } from '../../shared/screen-paths.tsx';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Stat, StatList } from '../../shared/ui/marks/stat-list.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Answer, isAbsent } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
import { UnitToggle } from '../../shared/ui/unit-toggle.tsx';
import { useQuestion } from '../../shared/ui/use-question.tsx';
import { type Unit, useUnit } from '../../shared/use-unit.ts';
import styles from './group-page.module.css';
import { completenessInShort, dueState, dueText } from './group-texts.ts';
import { GROUPS_FALLBACK, ShareRow } from './share-row.tsx';
import { useRefreshGroups } from './use-save-group.ts';

type AnsweredGroup = Pick<AnswerOf<typeof readGroup>, 'group' | 'meters'>;

interface GroupMetersProps extends AnsweredGroup {
  readonly unit: Unit;
  readonly mayEdit: boolean;
}

const aboutOf = (meter: GroupMeter, group: Group): string => {
  const days = [
    ...(meter.from > group.start ? [`desde ${formatShortDay(civilDate(meter.from))}`] : []),
    ...(meter.isMember ? [] : [`saiu, contou até ${formatShortDay(civilDate(meter.until))}`]),
  ];
  return [meter.establishmentName, ...days].join(' · ');
};

const GroupMeters = ({ group, meters, unit, mayEdit }: GroupMetersProps) => {
  if (group.boards.length === 0 && meters.length === 0)
    return (
      <EmptyState
        icon="meter"
        action={mayEdit && <TextLink to={`/groups/${group._id}/edit`}>Escolher medidores</TextLink>}
      >
        Este grupo ainda não tem medidores.
      </EmptyState>
    );
  if (meters.length === 0)
    return <EmptyState icon="meter">Nenhum medidor do grupo contou nestes dias.</EmptyState>;
  return (
    <ul className={rows.list} aria-label="Medidores do grupo" data-tour="group-meters">
      {meters
        .toSorted((a, b) => b.total - a.total)
        .map((meter) => (
          <ShareRow
            key={meter.id}
            name={meter.name}
            about={aboutOf(meter, group)}
            share={meter.share}
            value={amountText(amountOf(unit, group.type, meter))}
            note={completenessInShort(meter)}
            kind={group.type}
            to={meter.isMember ? `/meter/${meter.macAddress}` : undefined}
          />
        ))}
    </ul>
  );
};

const ApportionLink = ({ id, name, type }: { id: string; name: string; type: Group['type'] }) => (
  <TextLink to={`/apportionment/${id}?por=grupos${type === 'water' ? '&tipo=agua' : ''}`}>
    Ratear a fatura de {name}
  </TextLink>
);

const ApportionLinks = ({ group, meters }: AnsweredGroup) => {
  const exists = useScreenExists('/apportionment/x');
  const user = useUser();
  const { data } = useQuery(metersQuery);
  const boards = Map.groupBy(data?.installationsMeter ?? [], (board) => board.establishmentId);
  const establishments = new Map(
    meters
      .filter(
        ({ isMember, establishmentId }) => isMember && seesBill(user, boards.get(establishmentId) ?? []),
      )
      .map(({ establishmentId, establishmentName }) => [establishmentId, establishmentName]),
  );
  if (!exists || establishments.size === 0) return null;
  return (
    <div className={styles.links} data-tour="group-apportion">
      {[...establishments].map(([id, name], index) =>
        index < establishments.size - 1 ? (
          <ApportionLink key={id} id={id} name={name} type={group.type} />
        ) : (
          <Hinted key={id} of="ratear" terms={['ratear']}>
            <ApportionLink id={id} name={name} type={group.type} />
          </Hinted>
        ),
      )}
    </div>
  );
};

const RemoveGroup = ({ group }: { readonly group: Group }) => {
  const refresh = useRefreshGroups();
  const navigate = useNavigate();
  const { ask, question } = useQuestion();
  const askRemoval = () =>
    ask({
      title: `Remover ${group.name}?`,
      confirm: 'Remover',
      text: <p>Os totais do grupo deixam de existir. Os medidores e o que eles mediram ficam como estão.</p>,
      call: async () => {
        await request(removeGroup, { params: { id: group._id } });
        await navigate('/groups', { replace: true });
      },
      done: 'Grupo removido.',
      after: refresh,
    });
  return (
    <>
      <Button variant="default" color="bad" onClick={askRemoval}>
        Remover grupo
      </Button>
      {question}
    </>
  );
};

const BILLED =
  'Energia destes medidores, pelos preços da fatura de cada estabelecimento: as outras linhas estão só na fatura.';

const TotalCard = ({ group, meters }: AnsweredGroup) => {
  const mayEditGroups = useMay('edit-groups');
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
      <GroupMeters group={group} meters={meters} unit={unit} mayEdit={mayEditGroups} />
    </Card>
  );
};

/** The amount that the large figure does not show. */
const AboutCard = ({ group, meters }: AnsweredGroup) => {
  const { profile } = useUser();
  const [unit] = useUnit();
  return (
    <Card title="Sobre o grupo" span={4} className={styles.about}>
      <StatList>
        <Stat label="Vencimento">{dueText(group)}</Stat>
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
  `Grupo de ${utilityNames[type].toLowerCase()} · ${metersText(boards.length)}`;

/** /groups/:id: the total of a group, meter by meter. */
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
      tags={due && <Tag tone={due.tone}>{due.text}</Tag>}
      action={
        <UnitToggle value={unit} onChange={setUnit} energyUnit={unitOfKind(group?.type ?? 'eletric')} />
      }
    >
      {query.data === undefined || isAbsent(query.error) ? (
        <Card>
          {/* Other days may succeed where these fail. */}
          {query.error !== null && !isAbsent(query.error) && period.start !== undefined && (
            <PeriodChoice zone={deviceZone()} period={period} onChange={setPeriod} />
          )}
          <Answer query={query} rows={5} absent={GROUPS_FALLBACK} />
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
