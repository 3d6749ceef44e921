import type { Board } from '@nascente/contract/sites/meters';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { ReactNode } from 'react';
import { MeterGate } from '../../shared/meter-gate.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { Loading, SkeletonFields, SkeletonLine } from '../../shared/ui/page/skeleton.tsx';

interface PastFrameProps {
  readonly title: string;
  readonly children: (board: Board, mac: Mac) => ReactNode;
}

export const PastFrame = ({ title, children }: PastFrameProps) => (
  <MeterGate
    title={title}
    skeleton={
      <Page title={title} overline={<SkeletonLine width={14} />}>
        <Card>
          <Loading>
            <SkeletonFields fields={3} />
          </Loading>
        </Card>
      </Page>
    }
  >
    {(board, mac) => (
      <Page
        title={title}
        overline={board.Alias}
        action={<TextLink to={`/meter/${mac}`}>Ver medidor</TextLink>}
      >
        {children(board, mac)}
      </Page>
    )}
  </MeterGate>
);
