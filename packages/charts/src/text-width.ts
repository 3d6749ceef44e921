import { useEffect, useState } from 'react';

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
