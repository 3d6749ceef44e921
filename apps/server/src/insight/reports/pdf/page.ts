import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { BRAND_LOOKS, SURFACES } from '../../../platform/mail/brand-look.ts';
import type { ReportContent } from '../content/report-content.ts';

/** Margin of an A4 page, in points. */
const MARGIN = 48;
export const LEFT = MARGIN;
export const WIDTH = 595.28 - 2 * MARGIN;
/** The height of the foot line, and its distance from the page number. */
const FOOT_LINE = 10;
const GAP = 12;
const BOTTOM = 841.89 - MARGIN - 16;

const fontFile = (weight: number): string =>
  createRequire(import.meta.url).resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`);

export type Sheet = ReturnType<typeof openSheet>;

/** Font features: tabular digits, without kerning between a comma and a 7. */
export const EVEN_DIGITS: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum'];
export const INK = SURFACES.ink;
export const MUTED = SURFACES.muted;
export const LINE = SURFACES.line;

export const openSheet = ({ brand, subject, title }: Pick<ReportContent, 'brand' | 'subject' | 'title'>) => {
  const look = BRAND_LOOKS[brand];
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: 0, left: MARGIN, right: MARGIN },
    bufferPages: true,
    tagged: true,
    lang: 'pt-BR',
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: `${title} · ${subject}`,
      Author: look.name,
      Producer: look.name,
      Creator: look.name,
    },
  });
  pdf.registerFont('text', fontFile(400));
  pdf.registerFont('strong', fontFile(600));
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  return {
    pdf,
    look,
    /** The structure for screen readers. */
    root,
    /** Starts a page if less than `points` is left on this one. */
    makeRoom(points: number) {
      if (pdf.y + points > BOTTOM) pdf.addPage();
    },
    /** Draws decoration, which screen readers skip. */
    decorate(draw: () => void) {
      pdf.markContent('Artifact', { type: 'Layout' });
      draw();
      pdf.endMarkedContent();
    },
  };
};

/** Adds a structure element with the content that `write` draws. */
export const tagged = (
  { pdf, root }: Sheet,
  type: string,
  write: () => void,
  options: { readonly alt?: string } = {},
): void => {
  root.add(pdf.struct(type, options, write));
};

export const heading = (sheet: Sheet, text: string, room = 80): void => {
  const { pdf } = sheet;
  sheet.makeRoom(room);
  pdf.y += 22;
  tagged(sheet, 'H2', () => {
    pdf.font('strong').fontSize(12).fillColor(INK).text(text, LEFT, pdf.y, { width: WIDTH });
  });
  pdf.y += 6;
};

export const numberPages = (sheet: Sheet, text: string): void => {
  const { pdf } = sheet;
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page);
    sheet.decorate(() => {
      const y = BOTTOM + 14;
      pdf.font('text').fontSize(8).fillColor(MUTED);
      pdf.text(text, LEFT, y, { width: WIDTH - 60 - GAP, height: FOOT_LINE, ellipsis: true });
      pdf.text(`${page + 1} de ${count}`, LEFT + WIDTH - 60, y, {
        width: 60,
        align: 'right',
        lineBreak: false,
      });
    });
  }
};
