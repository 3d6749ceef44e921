import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { saveFile } from '../api/save-file.ts';
import type { LineTick } from '../charts/line-geometry.ts';
import { announce } from '../ui/snackbar.tsx';
import { lonePoints, type Pen, strokeBand, strokeLine, strokeSteps } from './curves/curve-strokes.ts';
import { csvOf } from './curves/curve-table.ts';
import { shadesIn } from './curves/shades.ts';
import classes from './explorer.module.css';
import { type ColorOf, type Painting, shadeLook } from './plot/paint.ts';
import { linesOf, scaleText } from './plot/plot-axes.tsx';
import {
  type Axis,
  axesOf,
  type DrawnCurve,
  type Pane,
  type PlotGeometry,
  plotGeometry,
  yOf,
} from './plot/plot-geometry.ts';
import { useThemeColors } from './plot/theme-colors.ts';
import { timeTicks } from './plot/time-ticks.ts';
import type { Viewport } from './plot/viewport.ts';
import { instantText } from './reading.ts';

/** A picture of a plot that stands alone: with its title, its legend and its colours written out. */
interface PictureAsked extends Painting {
  readonly geometry: PlotGeometry;
  readonly title: string;
  readonly subtitle: string;
  readonly ticks: readonly LineTick[];
  readonly width: number;
  readonly height: number;
}

const HEAD = 54;
const LEGEND_ROW = 20;
const FONT = 'Inter, system-ui, sans-serif';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const tenth = (value: number): string => String(Math.round(value * 10) / 10);

const createPath = (): Pen & { readonly text: () => string } => {
  const parts: string[] = [];
  return {
    moveTo: (x, y) => void parts.push(`M${tenth(x)} ${tenth(y)}`),
    lineTo: (x, y) => void parts.push(`L${tenth(x)} ${tenth(y)}`),
    text: () => parts.join(''),
  };
};

const words = (text: string, x: number, y: number, color: string, more = ''): string =>
  `<text x="${tenth(x)}" y="${tenth(y)}" fill="${color}" font-size="11" ${more}>${escaped(text)}</text>`;

const curveMarks = (
  { curve, color, dash, isCompared }: DrawnCurve,
  scales: Parameters<typeof strokeLine>[2],
  colorOf: ColorOf,
): string => {
  const [line, band] = [createPath(), createPath()];
  (curve.source === 'sums' ? strokeSteps : strokeLine)(line, curve, scales);
  strokeBand(band, curve, scales);
  const ink = colorOf(color);
  const dashes = isCompared ? '5 4' : dash.join(' ');
  const dots = lonePoints(curve, scales.view).map((index) => {
    const [x, y] = [scales.xOf(curve.at[index] as number), scales.yOf(curve.mean[index] as number)];
    return `<circle cx="${tenth(x)}" cy="${tenth(y)}" r="3" fill="${ink}"/>`;
  });
  return [
    band.text() && `<path d="${band.text()}" fill="${ink}" fill-opacity="${isCompared ? 0.1 : 0.2}"/>`,
    `<path d="${line.text()}" fill="none" stroke="${ink}" stroke-width="1.6" stroke-linejoin="round" stroke-dasharray="${dashes}" stroke-opacity="${isCompared ? 0.55 : 1}"/>`,
    ...dots,
  ].join('');
};

const axisMarks = (
  axis: Axis,
  pane: Pane,
  index: number,
  geometry: PlotGeometry,
  colorOf: ColorOf,
): string => {
  const right = geometry.left + geometry.width;
  const x = index === 0 ? geometry.left - 8 : right + 8 + (index - 1) * 52;
  const lines = linesOf(axis.scale);
  return lines
    .map((value, index) => {
      const y = yOf(pane, axis.scale, value);
      const unit = index === lines.length - 1 && axis.unit !== '' ? ` ${axis.unit}` : '';
      const grid =
        index === 0
          ? `<line x1="${geometry.left}" x2="${tenth(right)}" y1="${tenth(y)}" y2="${tenth(y)}" stroke="${colorOf('--line')}"/>`
          : '';
      const anchor = `text-anchor="${index === 0 ? 'end' : 'start'}"`;
      return grid + words(`${scaleText(value, axis.scale)}${unit}`, x, y + 4, colorOf('--muted'), anchor);
    })
    .join('');
};

/** A plot as SVG that any program draws alike. */
export const plotSvg = (asked: PictureAsked, colorOf: ColorOf): string => {
  const { geometry, view, shades, ticks, title, subtitle, width, height } = asked;
  const curves = geometry.panes.flatMap(({ axes }) => axes.flatMap((axis) => axis.curves));
  const whole = HEAD + height + LEGEND_ROW * curves.length + 12;
  const panes = geometry.panes.map((pane) => {
    const back = shades.map(({ kind, from, to }) => {
      const { color, alpha } = shadeLook(kind);
      const x = geometry.xOf(from);
      return `<rect x="${tenth(x)}" y="${tenth(pane.top)}" width="${tenth(Math.max(geometry.xOf(to) - x, 1))}" height="${tenth(pane.height)}" fill="${colorOf(color)}" fill-opacity="${alpha}"/>`;
    });
    const drawn = pane.axes.flatMap(({ scale, curves: own }) =>
      own.map((one) =>
        curveMarks(one, { view, xOf: geometry.xOf, yOf: (value) => yOf(pane, scale, value) }, colorOf),
      ),
    );
    const axes = pane.axes.map((axis, index) => axisMarks(axis, pane, index, geometry, colorOf));
    return `${axes.join('')}<g clip-path="url(#plot)">${back.join('')}${drawn.join('')}</g>`;
  });
  const times = ticks.map(({ x, label }) =>
    words(label, geometry.xOf(x), geometry.bottom + 19, colorOf('--muted'), 'text-anchor="middle"'),
  );
  const legend = curves.map(({ label, color, isCompared, dash }, index) => {
    const y = HEAD + height + LEGEND_ROW * index + 10;
    const line = `<line x1="${geometry.left}" x2="${geometry.left + 18}" y1="${y}" y2="${y}" stroke="${colorOf(color)}" stroke-width="2.5" stroke-dasharray="${isCompared ? '4 3' : dash.join(' ')}"/>`;
    return line + words(label, geometry.left + 26, y + 4, colorOf('--ink'));
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${whole}" viewBox="0 0 ${width} ${whole}" font-family="${FONT}">`,
    `<rect width="100%" height="100%" fill="${colorOf('--surface')}"/>`,
    `<text x="12" y="26" font-size="15" font-weight="600" fill="${colorOf('--ink')}">${escaped(title)}</text>`,
    words(subtitle, 12, 44, colorOf('--muted')),
    `<defs><clipPath id="plot"><rect x="${geometry.left}" y="0" width="${tenth(geometry.width)}" height="${tenth(geometry.bottom + 2)}"/></clipPath></defs>`,
    `<g transform="translate(0 ${HEAD})">${panes.join('')}${times.join('')}</g>`,
    ...legend,
    '</svg>',
  ].join('');
};

/** So many pixels of the picture for one of the screen. */
const FINE = 2;

/** The same as PNG. @throws Error where the browser cannot draw it */
const pngOf = async (svg: string, width: number): Promise<Blob> => {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * FINE;
  canvas.height = Math.round((picture.height / picture.width) * width * FINE);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png');
  });
};

interface ExportButtonsProps {
  readonly title: string;
  readonly curves: readonly DrawnCurve[];
  readonly view: Viewport;
  readonly zone: Zone;
  readonly isApart: boolean;
  readonly isShaded: boolean;
}

/** Of pictures, px: as wide as a page of a report. */
const [WIDTH, HEIGHT] = [1120, 460];
const LASTS_MS = 4000;

/** What is in view as a picture or a table, to be taken along. */
export const ExportButtons = ({ title, curves, view, zone, isApart, isShaded }: ExportButtonsProps) => {
  const colorOf = useThemeColors();
  const day = (at: number) => civilDateAt(instant(Math.round(at)), zone);
  const name = `explorador-${day(view.from)}-${day(view.to)}`;
  const svg = (): string => {
    const geometry = plotGeometry(axesOf(curves, view), view, { width: WIDTH, height: HEIGHT, isApart });
    return plotSvg(
      {
        title,
        subtitle: `${instantText(view.from, zone, 60_000)} – ${instantText(view.to, zone, 60_000)}`,
        geometry,
        view,
        shades: isShaded ? shadesIn(curves, view, zone, Date.now()) : [],
        ticks: timeTicks(view, geometry.width, zone),
        width: WIDTH,
        height: HEIGHT,
      },
      colorOf,
    );
  };
  const save = async (ending: string, make: () => Blob | Promise<Blob>) => {
    try {
      saveFile(`${name}.${ending}`, await make());
      announce('O arquivo foi baixado.', { tone: 'good', lastsMs: LASTS_MS });
    } catch {
      announce('O navegador não conseguiu fazer a imagem. Tente em SVG.', { tone: 'bad', lastsMs: LASTS_MS });
    }
  };
  const kinds: readonly (readonly [string, () => Blob | Promise<Blob>])[] = [
    ['PNG', () => pngOf(svg(), WIDTH)],
    ['SVG', () => new Blob([svg()], { type: 'image/svg+xml' })],
    ['CSV', () => new Blob([csvOf(curves, view, zone)], { type: 'text/csv;charset=utf-8' })],
  ];
  return (
    <fieldset className={classes.exports} aria-label="Baixar o que está em vista" data-tour="explorer-export">
      {kinds.map(([kind, make]) => (
        <Button
          key={kind}
          variant="default"
          disabled={curves.length === 0}
          onClick={() => void save(kind.toLowerCase(), make)}
        >
          {kind}
        </Button>
      ))}
    </fieldset>
  );
};
