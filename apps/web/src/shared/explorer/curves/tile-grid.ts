import type { Viewport } from '../plot/viewport.ts';

/** A stretch of time as it is painted by itself. */
export interface Tile extends Viewport {
  /** From where the axis begins, px. */
  readonly left: number;
  readonly width: number;
}

export interface TileGrid {
  /** Pixels of the device in one of the page: tiles begin and end at whole ones, so that no seam is seen. */
  readonly ratio: number;
  readonly tile: (index: number) => Tile;
  readonly indexOf: (instant: number) => number;
}

/** First and last, both included. */
interface Tiles {
  readonly first: number;
  readonly last: number;
}

const TILES_OF_VIEW = 8;
const NARROWEST_PX = 48;

/**
 * Cuts time into tiles, from where an axis begins to both sides without end.
 * @param axis - a view and how wide it is drawn, px
 */
export const tileGrid = (
  { from, to, width }: Viewport & { readonly width: number },
  ratio: number,
): TileGrid => {
  const wide = Math.ceil(Math.max(width / TILES_OF_VIEW, NARROWEST_PX) * ratio) / ratio;
  const long = ((to - from) / width) * wide;
  return {
    ratio,
    tile: (index) => ({
      left: index * wide,
      width: wide,
      from: from + index * long,
      to: from + (index + 1) * long,
    }),
    indexOf: (instant) => Math.floor((instant - from) / long),
  };
};

export const tilesIn = ({ indexOf }: TileGrid, { from, to }: Viewport): Tiles => ({
  first: indexOf(from),
  last: indexOf(to),
});

/** The one to be painted next: from the middle, where one looks, to both sides. Null: all are. */
export const tileToPaint = ({ first, last }: Tiles, isPainted: (index: number) => boolean): number | null => {
  const middle = Math.floor((first + last) / 2);
  for (let away = 0; middle - away >= first || middle + away <= last; away++)
    for (const index of [middle + away, middle - away])
      if (index >= first && index <= last && !isPainted(index)) return index;
  return null;
};
