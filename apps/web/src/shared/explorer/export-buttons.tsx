import { Button } from '@mantine/core';
import { curveSvg } from '@nascente/charts/curve-picture';
import { AXIS_ROOM } from '@nascente/charts/curve-plot';
import { scaleText } from '@nascente/charts/scale';
import { xOnAxis } from '@nascente/charts/time-axis';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import { csvFile, saveFile } from '../api/save-file.ts';
import { announce } from '../ui/snackbar.tsx';
import { csvOf } from './curves/curve-table.ts';
import { shadesIn } from './curves/shades.ts';
import classes from './explorer.module.css';
import type { PlotProps } from './plot/plot.tsx';
import {
  type Axis,
  axesOf,
  type Pane,
  type PlotGeometry,
  plotGeometry,
  plottedCurves,
  strokeOf,
  yOf,
} from './plot/plot-geometry.ts';
import { type ColorOf, plotShade, useThemeColors } from './plot/theme-colors.ts';
import { timeTicks } from './plot/time-ticks.ts';
import { instantText } from './reading.ts';

interface PictureProps extends Pick<PlotProps, 'curves' | 'view' | 'zone' | 'isApart' | 'isShaded'> {
  readonly title: string;
}

/** Picture size, px: the width of a report page. */
const [WIDTH, HEIGHT] = [1120, 460];
const HEAD = 54;
const LEGEND_ROW = 20;
const FONT = 'Inter, system-ui, sans-serif';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const element = (
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  inside = '',
): string => {
  const written = Object.entries(attributes).map(([key, value]) => {
    const text = typeof value === 'number' ? String(Math.round(value * 10) / 10) : escaped(value);
    return ` ${key}="${text}"`;
  });
  return `<${name}${written.join('')}>${inside}</${name}>`;
};

const label = (text: string, x: number, y: number, fill: string, anchor = 'start'): string =>
  element('text', { x, y, fill, 'font-size': 11, 'text-anchor': anchor }, escaped(text));

const axisSvg = (pane: Pane, axis: Axis, index: number, geometry: PlotGeometry, colorOf: ColorOf): string => {
  const right = geometry.left + geometry.width;
  const x = index === 0 ? geometry.left - 8 : right + 8 + (index - 1) * AXIS_ROOM;
  const { lines } = axis.scale;
  return lines
    .map((value, line) => {
      const y = yOf(pane, axis.scale, value);
      const unit = line === lines.length - 1 && axis.unit !== '' ? ` ${axis.unit}` : '';
      const grid = { x1: geometry.left, x2: right, y1: y, y2: y, stroke: colorOf('--line') };
      const text = `${scaleText(value, axis.scale)}${unit}`;
      return [
        index === 0 ? element('line', grid) : '',
        label(text, x, y + 4, colorOf('--muted'), index === 0 ? 'end' : 'start'),
      ].join('');
    })
    .join('');
};

export const plotSvg = (
  { title, curves, view, zone, isApart, isShaded }: PictureProps,
  colorOf: ColorOf,
): string => {
  const geometry = plotGeometry(axesOf(curves, view), { width: WIDTH, height: HEIGHT, isApart });
  const { left } = geometry;
  const xOf = (at: number): number => left + xOnAxis({ ...view, width: geometry.width }, at);
  const [start, end] = [view.from, view.to].map((at) => instantText(at, zone, MINUTE_MS));
  const shades = isShaded ? shadesIn(curves, view, zone, Date.now()) : [];
  const total = HEAD + HEIGHT + LEGEND_ROW * curves.length + 12;
  const panes = geometry.panes.map((pane) => {
    const { top, height: high } = pane;
    const back = shades.map((shade) => {
      const x = xOf(shade.from);
      const { color: fill, alpha } = plotShade(shade, colorOf);
      const box = { x, y: top, width: Math.max(xOf(shade.to) - x, 1), height: high };
      return element('rect', { ...box, fill, 'fill-opacity': String(alpha) });
    });
    const drawn = pane.axes
      .flatMap((axis) => plottedCurves(axis, colorOf))
      .map((curve) => {
        const [min, max] = curve.range;
        return curveSvg(curve, { xOf, yOf: (value) => top + ((max - value) / (max - min)) * high });
      });
    const axes = pane.axes.map((axis, at) => axisSvg(pane, axis, at, geometry, colorOf));
    return axes.join('') + element('g', { 'clip-path': 'url(#plot)' }, [...back, ...drawn].join(''));
  });
  const times = timeTicks(view, geometry.width, zone).map((tick) =>
    label(tick.label, xOf(tick.x), geometry.bottom + 19, colorOf('--muted'), 'middle'),
  );
  const legend = curves.map(({ label: name, color, ...look }, index) => {
    const y = HEAD + HEIGHT + LEGEND_ROW * index + 10;
    const dashes = strokeOf(look).dash.join(' ');
    const stroke = { stroke: colorOf(color), 'stroke-width': 2.5, 'stroke-dasharray': dashes };
    const swatch = element('line', { x1: left, x2: left + 18, y1: y, y2: y, ...stroke });
    return swatch + label(name, left + 26, y + 4, colorOf('--ink'));
  });
  const clip = element('rect', { x: left, y: 0, width: geometry.width, height: geometry.bottom + 2 });
  const head = { x: 12, y: 26, 'font-size': 15, 'font-weight': 600, fill: colorOf('--ink') };
  const frame = { xmlns: 'http://www.w3.org/2000/svg', width: WIDTH, height: total };
  return element(
    'svg',
    { ...frame, viewBox: `0 0 ${WIDTH} ${total}`, 'font-family': FONT },
    [
      element('rect', { width: '100%', height: '100%', fill: colorOf('--surface') }),
      element('text', head, escaped(title)),
      label(`${start} – ${end}`, 12, 44, colorOf('--muted')),
      element('defs', {}, element('clipPath', { id: 'plot' }, clip)),
      element('g', { transform: `translate(0 ${HEAD})` }, [...panes, ...times].join('')),
      ...legend,
    ].join(''),
  );
};

/** Picture pixels per screen pixel. */
const FINE = 2;

/**
 * Converts an SVG to a PNG.
 * @throws Error if the browser cannot draw the SVG
 */
const pngOf = async (svg: string): Promise<Blob> => {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH * FINE;
  canvas.height = Math.round((picture.height / picture.width) * WIDTH * FINE);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png');
  });
};

const LASTS_MS = 4000;

export const ExportButtons = (props: PictureProps) => {
  const { curves, view, zone } = props;
  const colorOf = useThemeColors();
  const day = (at: number) => civilDateAt(instant(Math.round(at)), zone);
  const name = `explorador-${day(view.from)}-${day(view.to)}`;
  const save = async (ending: string, make: () => Blob | Promise<Blob>) => {
    try {
      saveFile(`${name}.${ending}`, await make());
      announce('O arquivo foi baixado.', { tone: 'good', lastsMs: LASTS_MS });
    } catch {
      announce('O navegador não conseguiu fazer a imagem. Tente em SVG.', { tone: 'bad', lastsMs: LASTS_MS });
    }
  };
  const kinds: readonly (readonly [string, () => Blob | Promise<Blob>])[] = [
    ['PNG', () => pngOf(plotSvg(props, colorOf))],
    ['SVG', () => new Blob([plotSvg(props, colorOf)], { type: 'image/svg+xml' })],
    ['CSV', () => csvFile(csvOf(curves, view, zone))],
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
