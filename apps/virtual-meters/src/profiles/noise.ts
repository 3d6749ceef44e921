/** Randomness from a seed and a position only: equal seeds give equal values from any starting point. */
export interface Noise {
  /** A number in [0, 1) for an integer. */
  at(index: number): number;
  /** A number in [0, 1) that moves smoothly with its argument, a new value at each whole number. */
  smooth(position: number): number;
}

const seedOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
};

/** Mixes 32 bits (the finalizer of MurmurHash3). */
const mix = (bits: number): number => {
  let mixed = bits;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
};

export function createNoise(seed: string): Noise {
  const start = seedOf(seed);
  const at = (index: number): number =>
    mix(start ^ mix(Math.trunc(index / 0x100000000) ^ 0x9e3779b9) ^ mix(index >>> 0)) / 0x100000000;
  const smooth = (position: number): number => {
    const floor = Math.floor(position);
    const share = position - floor;
    const eased = share * share * (3 - 2 * share);
    return at(floor) * (1 - eased) + at(floor + 1) * eased;
  };
  return { at, smooth };
}
