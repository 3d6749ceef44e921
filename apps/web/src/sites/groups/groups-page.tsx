import { Button } from '@mantine/core';
import { type Group, listGroups } from '@nascente/contract/sites/groups';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { utilityNames } from '../../shared/boards/board-texts.ts';
import { amountOf, amountText } from '../../shared/consumption/amount.ts';
import { deviceZone } from '../../shared/consumption/zone-of.ts';
import { metersText } from '../../shared/counted-text.ts';
import { PeriodChoice, searchOfPeriod, usePeriod } from '../../shared/forms/fields/period-choice.tsx';
import { useMay } from '../../shared/session-state/use-may.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { UnitToggle } from '../../shared/ui/unit-toggle.tsx';
import { type Unit, useUnit } from '../../shared/use-unit.ts';
import { completenessInShort, dueState, dueText } from './group-texts.ts';
import styles from './groups.module.css';

const GroupRow = ({ group, unit, search }: { group: Group; unit: Unit; search: string }) => {
  const due = dueState(group);
  return (
    <li>
      <Link className={classNames(rows.row, styles.row)} to={{ pathname: `/groups/${group._id}`, search }}>
        <Icon name={group.type === 'water' ? 'drop' : 'bolt'} label={utilityNames[group.type]} />
        <span className={classNames(rows.about, styles.about)}>
          <b>{group.name}</b>
          <small>
            {metersText(group.boards.length)}
            {due && ` · ${dueText(group)}`}
          </small>
        </span>
        <span className={styles.due}>{due && <Tag tone={due.tone}>{due.text}</Tag>}</span>
        <span className={styles.figures}>
          <b>{amountText(amountOf(unit, group.type, group))}</b>
          <small>{completenessInShort(group)}</small>
        </span>
        <Icon name="chevron-right" size={18} />
      </Link>
    </li>
  );
};

const NewGroup = () => (
  <Button
    component={Link}
    to="/groups/new"
    leftSection={<Icon name="plus" size={18} />}
    data-tour="groups-new"
  >
    Novo grupo
  </Button>
);

const Empty = ({ mayEdit }: { readonly mayEdit: boolean }) =>
  mayEdit ? (
    <EmptyState icon="grid" action={<NewGroup />}>
      Nenhum grupo ainda. Reúna medidores, como os de um setor ou de um inquilino, e veja quanto gastam
      juntos.
    </EmptyState>
  ) : (
    <EmptyState icon="grid">Nenhum grupo tem os medidores que você acompanha.</EmptyState>
  );

const Groups = ({ groups }: { readonly groups: readonly Group[] }) => {
  const [unit] = useUnit();
  const [period] = usePeriod();
  return (
    <ul className={rows.list} aria-label="Grupos" data-tour="groups-list">
      {groups.map((group) => (
        <GroupRow key={group._id} group={group} unit={unit} search={searchOfPeriod(period)} />
      ))}
    </ul>
  );
};

export const GroupsPage = () => {
  const mayEdit = useMay('edit-groups');
  const [unit, setUnit] = useUnit();
  const [period, setPeriod] = usePeriod();
  const query = useQuery({
    ...queryFor(listGroups, { query: period }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const hasGroups = data !== undefined && data.groups.length > 0;
  return (
    <Page title="Grupos" action={<UnitToggle value={unit} onChange={setUnit} />}>
      <Card
        title="Medidores reunidos"
        qualifier={period.start === undefined ? 'ciclo até agora' : 'período escolhido'}
        action={hasGroups && mayEdit && <NewGroup />}
      >
        {(hasGroups || period.start !== undefined) && (
          <PeriodChoice zone={deviceZone()} period={period} onChange={setPeriod} />
        )}
        {data === undefined && <Answer query={query} rows={3} />}
        {data !== undefined && !hasGroups && <Empty mayEdit={mayEdit} />}
        {hasGroups && <Groups groups={data.groups} />}
      </Card>
    </Page>
  );
};
