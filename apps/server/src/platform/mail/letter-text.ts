import { BRAND_LOOKS } from './brand-look.ts';
import type { Letter } from './letter.ts';

const quoted = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n');

/** The letter for programs and people that read no HTML. */
export const letterText = (letter: Letter): string => {
  const { name, tagline } = BRAND_LOOKS[letter.brand];
  const parts = [
    letter.heading,
    ...letter.paragraphs,
    letter.quotation === undefined ? '' : quoted(letter.quotation),
    letter.action ? `${letter.action.label}:\n${letter.action.url}` : '',
    ...(letter.notes ?? []),
    `--\n${[name, tagline].filter(Boolean).join(' · ')}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
};
