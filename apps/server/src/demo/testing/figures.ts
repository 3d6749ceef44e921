import { formatNumber, formatReais } from '@nascente/domain/base/units/format';
import { estimatedText } from '@nascente/domain/energy/consumption/partly-measured';
import { repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import { extractText } from 'unpdf';
import type { ElectricMeter, MeasuredCompany } from './measured-company.ts';

/** Figures that every place shows alike. */
export type Quantity =
  | 'bill'
  | 'energy'
  | 'fixed'
  | 'kwh'
  | 'forecast'
  | 'forecastKwh'
  | 'forecastByAverage'
  | 'rest'
  | 'restKwh'
  | 'completeness'
  | 'estimated';

export type Figures = Partial<Readonly<Record<Quantity, number | null>>>;

/** An establishment in its current cycle. */
export interface Subject {
  readonly id: string;
  readonly name: string;
  readonly general: ElectricMeter;
  readonly meters: readonly ElectricMeter[];
  readonly start: string;
  readonly today: string;
}

interface Place {
  /** The call that answers it; null of a message, and of a call without an amount. */
  readonly call: string | null;
  /** @param shown - the figures of Home: of a document it is looked whether it has them */
  readonly read: (subject: Subject, shown: Figures) => Promise<Figures>;
}

/** The shares that an answer has; without an estimate, zero of it is one. */
export const sharesIn = (answer: Parameters<typeof repeatShares>[0]): Figures => ({
  estimated: 0,
  ...repeatShares(answer),
});

export type Places = Readonly<Record<string, Place>>;

export const sum = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((cents, amount) => cents + Math.round((amount ?? Number.NaN) * 100), 0) / 100;

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** A figure that a text has as it is shown elsewhere; NaN where it does not have it. */
export const foundIn = (
  text: string,
  figure: number | null | undefined,
  texts: (figure: number) => string,
) => (figure != null && plain(text).includes(plain(texts(figure))) ? figure : Number.NaN);

export const commaNumber = (text: string | undefined): number =>
  Number(text?.replace(',', '.') || Number.NaN);

/** The text of a PDF. */
export const textOfPdf = async (content: Buffer): Promise<string> =>
  (await extractText(new Uint8Array(content), { mergePages: true })).text;

/** What a report says of its cycle. */
export const figuresOfText = (text: string, { bill, kwh, estimated }: Figures): Figures => ({
  estimated: foundIn(text, estimated, (share) => estimatedText(share) ?? ''),
  bill: foundIn(text, bill, formatReais),
  kwh: foundIn(text, kwh, (figure) => `${formatNumber(figure, 1)} kWh`),
});

/** A file of the API; by default the owner downloads it. */
export const fileReader =
  ({ api, owner }: MeasuredCompany) =>
  async (url: string, headers: Record<string, string> = { 'access-token': owner.token }) => {
    const { statusCode, rawPayload } = await api.fastify.inject({ url: `/api${url}`, headers });
    if (statusCode !== 200) throw new Error(`${url} answers ${statusCode}`);
    return rawPayload;
  };
