import { encode } from 'uqr';

/** The white margin in modules that the standard requires. */
const QUIET = 4;

/** Adjacent dark modules of a row form one stroke. */
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

/** Black on white in every theme, for cameras. */
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
