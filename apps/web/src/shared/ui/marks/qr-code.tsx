import { encode } from 'uqr';

/** White around it, in modules: what the norm asks for, so that cameras find its edge. */
const QUIET = 4;

/** The dark modules of a row that lie side by side are one stroke. */
const strokesOf = (row: readonly boolean[], y: number): string => {
  const strokes: string[] = [];
  for (let x = 0; x < row.length; x += 1) {
    if (row[x] !== true) continue;
    const next = row.indexOf(false, x);
    const end = next < 0 ? row.length : next;
    strokes.push(`M${x + QUIET} ${y + QUIET}h${end - x}v1h${x - end}z`);
    x = end;
  }
  return strokes.join('');
};

/** Always black on white, also in the dark theme: it is for cameras. */
export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { data, size } = encode(text, { border: 0, ecc: 'M' });
  const side = size + 2 * QUIET;
  return (
    <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={side} height={side} fill="#fff" />
      <path d={data.map(strokesOf).join('')} fill="#000" />
    </svg>
  );
};
