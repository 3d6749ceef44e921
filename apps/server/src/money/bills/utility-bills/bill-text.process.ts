import { reais } from '@nascente/domain/base/units/money';
import {
  billLinesAmong,
  linesOfPage,
  type PlacedText,
  printedTotalAmong,
} from '@nascente/domain/money/printed-bill/page-lines';
import { getDocumentProxy } from 'unpdf';
import { refuseField } from '../../../platform/errors.ts';
import { answerFromProcess } from '../../../platform/workers/process-answer.ts';
import type { BillText } from '../contracts/found-contract.service.ts';

/** A bill has few pages; later ones are advertisement. */
const MAX_PAGES = 10;

const LOCKED = 'Este PDF pede senha: abra-o, copie as linhas da fatura e cole abaixo.';
const UNREADABLE = 'Este arquivo não é um PDF que se possa ler: envie o PDF da fatura ou digite as linhas.';

interface TextPiece {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
}

const toPlaced = ({ str, transform: [, , , , x = 0, y = 0], width, height }: TextPiece): PlacedText => ({
  text: str,
  x,
  y,
  width,
  height,
});

const linesOf = async (file: Uint8Array): Promise<string[]> => {
  const pdf = await getDocumentProxy(file);
  const lines: string[] = [];
  for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES); number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    lines.push(...linesOfPage(items.flatMap((item) => ('str' in item ? [toPlaced(item)] : []))));
  }
  return lines;
};

/** The lines of the bill in the text of a PDF, one below another, and the total that it prints. */
const readBill = async (file: Uint8Array): Promise<BillText> => {
  const lines = await linesOf(file).catch((error: unknown) =>
    refuseField('pdf', error instanceof Error && error.name === 'PasswordException' ? LOCKED : UNREADABLE),
  );
  if (lines.length === 0)
    refuseField('pdf', 'Este PDF é uma imagem, sem texto: digite as linhas da fatura abaixo.');
  const found = billLinesAmong(lines);
  if (found.length === 0)
    refuseField('pdf', 'Não achamos linhas de fatura neste PDF: digite ou cole as linhas abaixo.');
  const total = printedTotalAmong(lines);
  return { text: found.join('\n'), printedTotal: total === null ? null : reais(total) };
};

await answerFromProcess((file) => readBill(new Uint8Array(file)));
