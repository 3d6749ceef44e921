import { type Group, readGroup } from '@nascente/contract/sites/groups';
import { may } from '@nascente/domain/people/permissions';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { metersQuery } from '../../shared/boards/meters-query.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonFields } from '../../shared/ui/page/skeleton.tsx';
import { GroupAnswered } from './group-answered.tsx';
import { GroupForm } from './group-form.tsx';

const Editing = ({ title, group }: { readonly title: string; readonly group: Group | null }) => {
  const meters = useQuery(metersQuery);
  return (
    <Page title={title}>
      <Card title={group === null ? 'Sobre o grupo' : group.name} span={8}>
        <GroupAnswered query={meters} rest={<SkeletonFields fields={4} />}>
          {({ installationsMeter }) => <GroupForm editing={group} boards={installationsMeter} />}
        </GroupAnswered>
      </Card>
    </Page>
  );
};

/** /groups/new */
export const NewGroupPage = () => {
  const { profile } = useUser();
  if (!may(profile, 'edit-groups')) return <Navigate to="/groups" replace />;
  return <Editing title="Novo grupo" group={null} />;
};

/** /groups/:id/edit */
export const EditGroupPage = () => {
  const { id = '' } = useParams();
  const { profile } = useUser();
  const query = useQuery(queryFor(readGroup, { params: { id }, query: {} }));
  if (!may(profile, 'edit-groups')) return <Navigate to={`/groups/${id}`} replace />;
  if (query.data !== undefined) return <Editing key={id} title="Editar grupo" group={query.data.group} />;
  return (
    <Page title="Editar grupo">
      <Card span={8}>
        <GroupAnswered query={query} rest={<SkeletonFields fields={4} />}>
          {() => null}
        </GroupAnswered>
      </Card>
    </Page>
  );
};
