import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { saveFile } from '../api/save-file.ts';
import { announce } from '../ui/snackbar.tsx';
import { csvOf } from './curves/curve-table.ts';
import { shadesIn } from './curves/shades.ts';
import classes from './explorer.module.css';
import { axesOf, type DrawnCurve, plotGeometry } from './plot/plot-geometry.ts';
import { plotSvg, pngOf } from './plot/plot-svg.ts';
import { useThemeColors } from './plot/theme-colors.ts';
import { timeTicks } from './plot/time-ticks.ts';
import type { Viewport } from './plot/viewport.ts';
import { instantText } from './reading.ts';

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
