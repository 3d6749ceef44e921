import { useEffect, useState } from 'react';
import type { LabelRank } from './bars.ts';

export const FONT_SIZE = 11;
/** Mean width of a figure in ems, where there is no canvas to measure with. */
const FIGURE_EM = 0.6;

let context: CanvasRenderingContext2D | null | undefined;

/** Measures the width of a text as a chart draws it, px. */
export type MeasureText = (text: string, fontSize?: number) => number;

const measureWith =
  (family: string): MeasureText =>
  (text, fontSize = FONT_SIZE) => {
    if (context === undefined) context = document.createElement('canvas').getContext('2d');
    if (context === null) return text.length * fontSize * FIGURE_EM;
    context.font = `600 ${fontSize}px ${family}`;
    return context.measureText(text).width;
  };

const fromDocument = (): MeasureText =>
  measureWith(getComputedStyle(document.documentElement).getPropertyValue('--font').trim());

/** Returns another function once the bundled font is loaded, so that charts measure again. */
export const useMeasureText = (): MeasureText => {
  const [measure, setMeasure] = useState(fromDocument);
  useEffect(() => {
    const again = () => setMeasure(fromDocument);
    document.fonts?.addEventListener('loadingdone', again);
    return () => document.fonts?.removeEventListener('loadingdone', again);
  }, []);
  return measure;
};

/** A label along an axis: left and right end of its text, px. */
export interface LabelCandidate {
  readonly from: number;
  readonly to: number;
  readonly rank: LabelRank;
}

interface Label extends LabelCandidate {
  readonly index: number;
}

/** Clear space between two labels, px. */
const GAP = 8;

const touch = (one: Label, other: Label): boolean => one.from < other.to + GAP && one.to > other.from - GAP;

const clearOf = (labels: readonly Label[], placed: readonly Label[]): readonly Label[] =>
  labels.filter((label) => !placed.some((other) => touch(label, other)));

/** From left to right, without those that touch one that is placed already. */
const fittingBeside = (labels: readonly Label[], placed: readonly Label[]): readonly Label[] => {
  const fitting: Label[] = [];
  for (const label of labels)
    if (![...placed, ...fitting].some((other) => touch(label, other))) fitting.push(label);
  return fitting;
};

/**
 * Every second, third and so on of the labels, as many as fit, so that they keep one rhythm. `null` where more than half of them
 * would touch a placed label, or where more than half of the fitting ones would be missing.
 */
const evenlySpaced = (labels: readonly Label[], placed: readonly Label[]): readonly Label[] | null => {
  const min = Math.max(1, fittingBeside(labels, placed).length / 2);
  for (let every = 1; every <= labels.length; every += 1) {
    const series = Array.from({ length: every }, (_, offset) =>
      labels.filter(({ index }) => index % every === offset),
    ).flatMap((even) => {
      const free = clearOf(even, placed);
      const isEven = fittingBeside(free, []).length === free.length && free.length > even.length / 2;
      return isEven ? [free] : [];
    });
    const [maxLength] = series.toSorted((one, other) => other.length - one.length);
    if (maxLength !== undefined && maxLength.length > min) return maxLength;
  }
  return null;
};

/** Indices of the labels that fit without touching: important ones first, the others evenly between them. */
export const labelsThatFit = (candidates: readonly LabelCandidate[]): ReadonlySet<number> => {
  const labels = candidates.map((candidate, index) => ({ ...candidate, index }));
  const ofRank = (rank: LabelRank): readonly Label[] => labels.filter((label) => label.rank === rank);
  const first = fittingBeside(ofRank(1), []);
  const beside = fittingBeside(ofRank(2), first);
  // Labels that do not touch one another keep the rhythm by which their chart chose them.
  const isRoomy = beside.length === clearOf(ofRank(2), first).length;
  const second = isRoomy ? beside : (evenlySpaced(ofRank(2), first) ?? beside);
  const third = evenlySpaced(ofRank(3), [...first, ...second]) ?? [];
  return new Set([...first, ...second, ...third].map(({ index }) => index));
};
