import { Button } from '@mantine/core';
import { type ListedPerson, listPeople } from '@nascente/contract/people/admin-people';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../shared/api/api-client.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Paging } from '../../shared/ui/page/paging.tsx';
import { Loading, SkeletonRows } from '../../shared/ui/page/skeleton.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { PAGE_SIZE, queryOf, usePeopleSearch } from './people-search.ts';
import { PeopleToolbar } from './people-toolbar.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { PersonRow } from './person-row.tsx';

const People = () => {
  const { search, change } = usePeopleSearch();
  const people = useQuery({
    ...queryFor(listPeople, { query: queryOf(search) }),
    placeholderData: keepPreviousData,
  });
  const [open, setOpen] = useState<ListedPerson | null>(null);
  const showAll = () => change({ text: '', profile: null, state: null });
  const found = people.data;
  return (
    <Card title="Contas" qualifier={found && `${found.total}`}>
      <PeopleToolbar search={search} onChange={change} />
      {people.isError && (
        <ErrorState failure={people.error} onRetry={people.refetch} retrying={people.isFetching} />
      )}
      {people.isPending && (
        <Loading>
          <SkeletonRows rows={6} />
        </Loading>
      )}
      {found?.users.length === 0 && (
        <EmptyState
          icon="search"
          action={
            <Button variant="default" onClick={showAll}>
              Mostrar todas
            </Button>
          }
        >
          Ninguém foi encontrado com essa busca.
        </EmptyState>
      )}
      {found && found.users.length > 0 && (
        <ul
          className={rows.list}
          aria-label="Pessoas"
          aria-busy={people.isPlaceholderData}
          data-tour="people-list"
        >
          {found.users.map((person) => (
            <PersonRow key={person._id} person={person} onOpen={() => setOpen(person)} />
          ))}
        </ul>
      )}
      {found && (
        <Paging
          page={search.page}
          pages={Math.ceil(found.total / PAGE_SIZE)}
          onPage={(page) => change({ page })}
        />
      )}
      {open !== null && <PersonDialog person={open} onClose={() => setOpen(null)} />}
    </Card>
  );
};

/** Everybody with an account: to be found, given another profile, disabled. */
export const PeoplePage = () => (
  <AdminFrame title="Pessoas">
    <People />
  </AdminFrame>
);
