import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { instantOrDate } from '../base/conventions.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_ROWS = ['15m', '1h', '1d'] as const;
export type ExportRows = (typeof EXPORT_ROWS)[number];

const digits = /^\d{12,14}$/;
/** In a URL, epoch milliseconds are a text of digits. */
const exportAddress = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string): string | number => (digits.test(text) ? Number(text) : text)),
    instantOrDate,
  ),
);

export const exportReadings = defineCall({
  name: 'exportReadings',
  route: 'GET /board/:mac/export',
  permission: 'export-readings',
  summary:
    'A file, oldest first: frames as received (at most 31 days), or with `every` rows of 15 minutes, civil hours or civil days (at most one year). CSV has `;`, decimal commas, a byte order mark and CRLF.',
  query: z.strictObject({
    start: exportAddress,
    end: exportAddress,
    format: z._default(z.enum(EXPORT_FORMATS, 'Formato inválido: use csv ou xlsx'), 'csv'),
    every: z.optional(z.enum(EXPORT_ROWS, 'Intervalo inválido: use 15m, 1h ou 1d')),
  }),
  download: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  answer: z.string(),
});
