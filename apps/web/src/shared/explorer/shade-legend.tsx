import type { Zone } from '@nascente/domain/base/time/zone';
import { useNow } from '../consumption/use-now.ts';
import { SHADE_WORDS, shadesIn } from './curves/shades.ts';
import classes from './explorer.module.css';
import { shadeLook } from './plot/paint.ts';
import type { DrawnCurve } from './plot/plot-geometry.ts';
import type { Viewport } from './plot/viewport.ts';

interface ShadeLegendProps {
  readonly curves: readonly DrawnCurve[];
  readonly view: Viewport;
  readonly zone: Zone;
  readonly isShaded: boolean;
}

const MINUTE_MS = 60_000;

/** What the shades in view mean. */
export const ShadeLegend = ({ curves, view, zone, isShaded }: ShadeLegendProps) => {
  const now = useNow(MINUTE_MS);
  const kinds = isShaded ? [...new Set(shadesIn(curves, view, zone, now).map(({ kind }) => kind))] : [];
  return (
    <ul className={classes.shades} aria-label="Faixas ao fundo">
      {kinds.map((kind) => {
        const { color, isHatched } = shadeLook(kind);
        return (
          <li key={kind}>
            <i data-is-hatched={isHatched || undefined} style={{ color: `var(${color})` }} />
            {SHADE_WORDS[kind]}
          </li>
        );
      })}
    </ul>
  );
};
