import { type ReactNode, Suspense } from 'react';
import { useInView } from '../../../shared/meter-list/use-in-view.ts';
import { Card, type Span } from '../../../shared/ui/card.tsx';
import { SkeletonBlock } from '../../../shared/ui/skeleton.tsx';
import classes from './near-card.module.css';

interface NearCardProps {
  readonly title: string;
  /** What the guided tour calls it, loaded or not. */
  readonly tour: string;
  readonly span?: Span;
  /** Of the card's body before it is loaded, px: near what it will be, so that the page does not jump. */
  readonly height: number;
  readonly children: ReactNode;
}

const Resting = ({ title, height }: Pick<NearCardProps, 'title' | 'height'>) => (
  <Card title={title}>
    <SkeletonBlock height={height} />
  </Card>
);

/** A card whose code and figures are fetched once it comes near the window. */
export const NearCard = ({ title, tour, span = 12, height, children }: NearCardProps) => {
  const [ref, { wasInView }] = useInView<HTMLDivElement>();
  const resting = <Resting title={title} height={height} />;
  return (
    <div ref={ref} className={classes.place} data-span={span} data-tour={tour}>
      {wasInView ? <Suspense fallback={resting}>{children}</Suspense> : resting}
    </div>
  );
};
