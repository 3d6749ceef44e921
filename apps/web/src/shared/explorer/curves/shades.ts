import { civilDateAt, clockMsAt, endOfDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { DAY_MS, instant, type Zone } from '@nascente/domain/base/time/zone';
import { POSTS, type Post } from '@nascente/domain/sites/tou-windows/posts';
import { postsOfRules } from '../../consumption/post-words.ts';
import type { DrawnCurve } from '../plot/plot-geometry.ts';
import type { Viewport } from '../plot/viewport.ts';
import { type Curve, gapsIn } from './curve.ts';

export type ShadeKind = 'inPoint' | 'interPoint' | 'excluded' | 'estimated' | 'gap' | 'before' | 'future';

export interface Shade extends Viewport {
  readonly kind: ShadeKind;
}

export const SHADE_WORDS: Readonly<Record<ShadeKind, string>> = {
  inPoint: 'Horário de ponta',
  interPoint: 'Horário intermediário',
  excluded: 'Marcado como errado',
  estimated: 'Estimado',
  gap: 'Sem medição',
  before: 'Antes da instalação',
  future: 'Ainda não aconteceu',
};

type ShadedCurve = Pick<DrawnCurve, 'curve' | 'isCompared'>;

/** With more days in view, tariff periods are narrower than a pixel. */
const MAX_SHADED_DAYS = 15;

type Shaded = Extract<Post, 'inPoint' | 'interPoint'>;
const isShaded = (post: Post): post is Shaded => post !== 'outPoint';

const periodShades = ({ posts }: Pick<Curve, 'posts'>, view: Viewport, zone: Zone): Shade[] => {
  if (posts.length === 0) return [];
  const postsOn = postsOfRules(posts);
  const shades: Shade[] = [];
  let date = civilDateAt(instant(Math.floor(view.from)), zone);
  while (startOfDay(date, zone) < view.to) {
    const quarters = postsOn(date);
    const end = endOfDay(date, zone);
    for (let at: number = startOfDay(date, zone); at < end; at += QUARTER_MS) {
      const quarter = Math.floor(clockMsAt(instant(at), zone) / QUARTER_MS);
      const post = POSTS[quarters[quarter] as number] as Post;
      if (!isShaded(post)) continue;
      const last = shades.at(-1);
      if (last?.kind === post && last.to === at) shades[shades.length - 1] = { ...last, to: at + QUARTER_MS };
      else shades.push({ kind: post, from: at, to: at + QUARTER_MS });
    }
    date = civilDateAt(end, zone);
  }
  return shades;
};

const within = ({ from, to, kind }: Shade, view: Viewport): Shade[] =>
  from < view.to && to > view.from
    ? [{ kind, from: Math.max(from, view.from), to: Math.min(to, view.to) }]
    : [];

const hasPosts = ({ from, to }: Viewport): boolean => to - from <= MAX_SHADED_DAYS * DAY_MS;

/** Corrected or estimated intervals of all meters, merged where equal; those of a compared period are shifted. */
const stretchesOf = (curves: readonly ShadedCurve[], kind: 'excluded' | 'estimated'): Viewport[] => {
  const stretches = curves.flatMap(({ curve, isCompared }) => (isCompared ? [] : curve[kind]));
  return [...new Map(stretches.map((stretch) => [`${stretch.from} ${stretch.to}`, stretch])).values()];
};

/**
 * Shades behind the curves of a view; tariff periods, gaps and installation are those of the first meter.
 * @param drawn - the drawn interval: the view, or more on both sides
 */
export const shadesIn = (
  curves: readonly ShadedCurve[],
  view: Viewport,
  zone: Zone,
  now: number,
  drawn = view,
): Shade[] => {
  const first = curves[0]?.curve;
  if (first === undefined) return [];
  return [
    ...(hasPosts(view) ? periodShades(first, drawn, zone) : []).flatMap((shade) => within(shade, drawn)),
    ...gapsIn(first, drawn).flatMap((gap) => within({ kind: 'gap', ...gap }, drawn)),
    ...(['excluded', 'estimated'] as const).flatMap((kind) =>
      stretchesOf(curves, kind).flatMap((stretch) => within({ kind, ...stretch }, drawn)),
    ),
    ...within({ kind: 'before', from: 0, to: first.since }, drawn),
    ...within({ kind: 'future', from: now, to: Number.MAX_SAFE_INTEGER }, drawn),
  ];
};
