import type { ReactNode } from 'react';
import { Card } from './ui/marks/card.tsx';
import { TextLink } from './ui/marks/text-link.tsx';
import { EmptyState } from './ui/page/empty-state.tsx';
import { Page } from './ui/page/page.tsx';

const KINDS = {
  establishment: { name: 'estabelecimento', title: 'Estabelecimento não encontrado', icon: 'home' },
  group: { name: 'grupo', title: 'Grupo não encontrado', icon: 'grid' },
  meter: { name: 'medidor', title: 'Medidor não encontrado', icon: 'meter' },
} as const;

interface UnknownTargetProps {
  readonly kind?: keyof typeof KINDS;
  /** A way out; by default Home. */
  readonly action?: ReactNode;
}

const HOME = <TextLink to="/home">Ir para o início</TextLink>;

/** Neither the server nor this page distinguishes missing from inaccessible. */
export const UnknownTarget = ({ kind = 'establishment', action = HOME }: UnknownTargetProps) => (
  <Page title={KINDS[kind].title}>
    <Card>
      <EmptyState icon={KINDS[kind].icon} action={action}>
        Este {KINDS[kind].name} não existe ou não está entre os seus.
      </EmptyState>
    </Card>
  </Page>
);
