let context: CanvasRenderingContext2D | null | undefined;

/** Mean width of a figure in ems, where there is no canvas to measure with. */
const FIGURE_EM = 0.6;

/** Width of a text as the chart will draw it, px. */
export const textWidth = (text: string, fontSize: number, fontFamily: string): number => {
  if (context === undefined) context = document.createElement('canvas').getContext('2d');
  if (context === null) return text.length * fontSize * FIGURE_EM;
  context.font = `600 ${fontSize}px ${fontFamily}`;
  return context.measureText(text).width;
};
