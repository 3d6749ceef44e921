import { deflateSync } from 'node:zlib';

const LEVEL = { level: 9 };

/** A PDF of these objects, numbered from 1; the first is its catalogue. */
const pdfOfObjects = (objects: readonly (string | Buffer)[]): Buffer => {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let bytes = 0;
  const add = (part: Buffer): void => {
    parts.push(part);
    bytes += part.length;
  };
  bytes = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    offsets.push(bytes);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]));
  }
  const at = bytes;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}` +
        `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
};

const streamOf = (content: Buffer, filter: string): Buffer =>
  Buffer.concat([
    Buffer.from(`<< /Length ${content.length} /Filter ${filter} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);

const onePage = (content: Buffer): Buffer =>
  pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << >> >>',
    content,
  ]);

/** A few kB that unpack twice: to gigabytes. */
const bombOf = (bytes: number): Buffer =>
  onePage(
    streamOf(deflateSync(deflateSync(Buffer.alloc(bytes, ' '), LEVEL), LEVEL), '[/FlateDecode /FlateDecode]'),
  );

/** Files that are no bills, by the harm that they are made for. */
export const hostilePdfs = (): Readonly<Record<string, Buffer>> => ({
  'unpacks to a gigabyte': bombOf(1_000_000_000),
  'has pages that are their own parents': pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 9 /Parent 2 0 R >>',
  ]),
  'has pages that lead in a circle': pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Pages /Kids [2 0 R] /Count 1 >>',
  ]),
  'has no pages': pdfOfObjects(['<< /Type /Catalog >>']),
  'has millions of operators': onePage(
    streamOf(deflateSync(Buffer.from('BT (x) Tj ET '.repeat(4_000_000)), LEVEL), '/FlateDecode'),
  ),
});
