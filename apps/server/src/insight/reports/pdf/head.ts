import { type ReportContent, textOf } from '../content/report-content.ts';
import { EVEN_DIGITS, INK, LEFT, LINE, MUTED, type Sheet, tagged, WIDTH } from './page.ts';

const LOGO_WIDTH = 130;
const LOGO_HEIGHT = 44;
const LOGO_TOP = 30;
const GAP = 24;

/** At the right end, as large as its box lets it be. */
const writeLogo = (sheet: Sheet, logo: string, name: string): void => {
  tagged(
    sheet,
    'Figure',
    () => {
      sheet.pdf.image(logo, LEFT + WIDTH - LOGO_WIDTH, LOGO_TOP, {
        fit: [LOGO_WIDTH, LOGO_HEIGHT],
        align: 'right',
        valign: 'center',
      });
    },
    { alt: `Logotipo de ${name}` },
  );
};

export const writeHead = (sheet: Sheet, content: ReportContent): void => {
  const { pdf, look } = sheet;
  const { subject, title, days, madeAt, logo } = content;
  const width = logo === null ? WIDTH : WIDTH - LOGO_WIDTH - GAP;
  sheet.decorate(() => pdf.rect(0, 0, pdf.page.width, 6).fill(look.primary));
  if (logo !== null) writeLogo(sheet, logo, subject);
  tagged(sheet, 'P', () => {
    pdf.font('strong').fontSize(9).fillColor(look.primary).text(look.name, LEFT, 34, { width });
  });
  tagged(sheet, 'H1', () => {
    pdf.font('strong').fontSize(22).fillColor(INK).text(subject, LEFT, 50, { width });
  });
  tagged(sheet, 'P', () => {
    pdf.font('text').fontSize(10.5).fillColor(MUTED);
    pdf.text(`${title} · ${days} · feito em ${madeAt}`, LEFT, pdf.y + 2, { width: WIDTH });
  });
};

export const writeFigures = (sheet: Sheet, { figures }: ReportContent): void => {
  const { pdf } = sheet;
  const top = pdf.y + 18;
  const width = WIDTH / figures.length;
  let lowest = top;
  for (const [index, { label, value, beside, note }] of figures.entries()) {
    const small = [beside === undefined ? '' : textOf(beside), note]
      .filter((text) => text !== '')
      .join(' · ');
    const x = LEFT + index * width;
    if (index > 0)
      sheet.decorate(() =>
        pdf
          .moveTo(x - 12, top)
          .lineTo(x - 12, top + 48)
          .lineWidth(0.5)
          .strokeColor(LINE)
          .stroke(),
      );
    tagged(sheet, 'P', () => {
      pdf.font('text').fontSize(8.5).fillColor(MUTED);
      pdf.text(label, x, top, { width: width - 24 });
      pdf.font('strong').fontSize(17).fillColor(INK);
      pdf.text(textOf(value), x, pdf.y + 2, { width: width - 16, features: EVEN_DIGITS });
      if (small === '') return;
      pdf.font('text').fontSize(8).fillColor(MUTED);
      pdf.text(small, x, pdf.y + 2, { width: width - 24, features: EVEN_DIGITS });
    });
    lowest = Math.max(lowest, pdf.y);
  }
  pdf.y = Math.max(lowest, top + 48);
};
