import type { ReactNode } from 'react';
import { Card } from './ui/marks/card.tsx';
import { TextLink } from './ui/marks/text-link.tsx';
import { EmptyState } from './ui/page/empty-state.tsx';
import { Page } from './ui/page/page.tsx';

interface UnknownTargetProps {
  readonly kind?: 'establishment' | 'group';
  /** The way out; Home without one. */
  readonly action?: ReactNode;
}

const NAMES = { establishment: 'estabelecimento', group: 'grupo' } as const;
const HOME = <TextLink to="/home">Ir para o início</TextLink>;

/** Unknown and not yours are told apart neither by the server nor here. */
export const UnknownTarget = ({ kind = 'establishment', action = HOME }: UnknownTargetProps) => (
  <Page title={kind === 'group' ? 'Grupo não encontrado' : 'Estabelecimento não encontrado'}>
    <Card>
      <EmptyState icon={kind === 'group' ? 'grid' : 'home'} action={action}>
        Este {NAMES[kind]} não existe ou não está entre os seus.
      </EmptyState>
    </Card>
  </Page>
);
