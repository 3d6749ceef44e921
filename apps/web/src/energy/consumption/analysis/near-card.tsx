import type { Board } from '@nascente/contract/sites/meters';
import { type CSSProperties, type ReactNode, Suspense } from 'react';
import { solarRoleOf } from '../../../shared/boards/solar-role.ts';
import { useInView } from '../../../shared/meter-list/use-in-view.ts';
import { Card, type Span } from '../../../shared/ui/marks/card.tsx';
import { Foldable, useCardFold } from '../../../shared/ui/page/folding.tsx';
import { SkeletonBlock } from '../../../shared/ui/page/skeleton.tsx';
import classes from './near-card.module.css';

/** Height of the card, px, in windows up to 700 px, up to 900 px, and above. */
type RestingHeights = readonly [phone: number, middle: number, wide: number];

type AnalysisCard = 'solar' | 'comparison' | 'base' | 'demand' | 'heat' | 'quality';

const OF_WATER = {
  comparison: [396, 385, 300],
  base: [298, 306, 300],
  heat: [503, 466, 443],
} as const;

const OF_ENERGY = {
  comparison: [396, 385, 354],
  base: [395, 365, 354],
  heat: [550, 520, 472],
} as const;

/** Typical height of each card by kind of meter, so that content below stays in place. */
export const restingHeights = (board: Board): Readonly<Record<AnalysisCard, RestingHeights>> => {
  const { type, model } = board;
  const isAtGrid = solarRoleOf(board) === 'grid';
  return {
    ...(type === 'water' ? OF_WATER : OF_ENERGY),
    solar: isAtGrid ? [789, 654, 525] : [520, 483, 461],
    demand: model === 'tri' ? [1480, 1280, 750] : [1110, 900, 604],
    quality: [660, 585, 496],
  };
};

/** The height of the card's body while it loads, without padding and header. */
export const RESTING_BODY = 'calc(var(--rest) - 84px)';

interface NearCardProps {
  readonly title: string;
  /** Its name in guided tours, loaded or not. */
  readonly tour: string;
  readonly span?: Span;
  /** Estimated height until the figures arrive, so that the page does not jump. */
  readonly heights: RestingHeights;
  readonly children: ReactNode;
}

const Resting = ({ title }: Pick<NearCardProps, 'title'>) => (
  <Card title={title}>
    <div data-resting>
      <SkeletonBlock height={RESTING_BODY} />
    </div>
  </Card>
);

const roomOf = ([phone, middle, wide]: RestingHeights) =>
  ({
    '--rest-phone': `${phone}px`,
    '--rest-middle': `${middle}px`,
    '--rest-wide': `${wide}px`,
  }) as CSSProperties;

interface WhileOpenProps {
  readonly resting: ReactNode;
  readonly isNear: boolean;
  readonly children: ReactNode;
}

const WhileOpen = ({ resting, isNear, children }: WhileOpenProps) => {
  const isFolded = useCardFold()?.isFolded === true;
  return isNear && !isFolded ? <Suspense fallback={resting}>{children}</Suspense> : resting;
};

/** A card that loads its code and figures near the viewport. */
export const NearCard = ({ title, tour, span = 12, heights, children }: NearCardProps) => {
  const [ref, { wasInView }] = useInView<HTMLDivElement>();
  return (
    <Foldable name={tour}>
      <div ref={ref} className={classes.place} data-span={span} data-tour={tour} style={roomOf(heights)}>
        <WhileOpen resting={<Resting title={title} />} isNear={wasInView}>
          {children}
        </WhileOpen>
      </div>
    </Foldable>
  );
};
